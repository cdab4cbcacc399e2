"""What an editor shows of a rule file: findings, names, completion, colours. The language server is `server`."""
