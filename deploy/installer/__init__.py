"""The installer: makes a machine of this program, brings it to another version, and takes it away again.

Standard library only, since it runs before there is an environment: with the system's Python, as root.
"""
