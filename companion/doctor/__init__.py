"""The doctor: looks at everything that an evening needs, and says of each thing whether it is well."""
