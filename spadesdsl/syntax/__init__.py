"""Turn the text of a file into nodes and back: parser, printer, formatter."""
