"""Checked rules to closures and masks. Only this floor knows both the language and the runtime."""
