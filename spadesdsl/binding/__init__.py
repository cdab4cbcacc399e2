"""Checked rules to Python functions and masks. Only this floor knows both the language and the runtime."""
