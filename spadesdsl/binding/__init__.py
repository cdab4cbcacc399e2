"""From checked rules to Python functions and masks. Only this package knows both the language and the runtime."""
