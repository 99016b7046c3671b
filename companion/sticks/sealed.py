"""A copy that only whoever knows the password can read.

The system's `openssl` encrypts (AES-256-CTR), as it makes the certificates: docs/decisions/0071. What it gives is
sealed with HMAC-SHA256, since `openssl enc` finds no change: first encrypted, then sealed. Both keys are made of the
password by scrypt (RFC 7914) with the salt that stands in the file: the file and the password are enough elsewhere.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import subprocess
from dataclasses import dataclass
from typing import Final

from companion.journal.journal import JournalError

SALT_BYTES: Final = 16
_MARK: Final = b"TABLETOPCOPY1\n"
_SEAL_BYTES: Final = 32
_KEY_BYTES: Final = 64  # half of it encrypts, half of it seals
_COST: Final = 2**15  # with blocks of 8 some 32 MB of memory, and a third of a second on a Raspberry Pi
_BLOCKS: Final = 8
_WITHIN_S: Final = 60.0


@dataclass(frozen=True)
class Key:
    """What a password opens, and the salt with which it was made of it."""

    salt: bytes
    secret: bytes

    def __repr__(self) -> str:
        return "Key(...)"


def key_of(password: str, salt: bytes = b"") -> Key:
    """The key of a password; with a new salt unless one is given."""
    salt = salt or secrets.token_bytes(SALT_BYTES)
    most = 2 * 128 * _BLOCKS * _COST
    secret = hashlib.scrypt(password.encode(), salt=salt, n=_COST, r=_BLOCKS, p=1, maxmem=most, dklen=_KEY_BYTES)
    return Key(salt, secret)


def sealed(content: bytes, key: Key) -> bytes:
    """The content, encrypted and sealed. JournalError when the system has no openssl."""
    body = _MARK + key.salt + _run("-e", content, key)
    return body + _seal(body, key)


def salt_of(content: bytes) -> bytes:
    """The salt that stands in a sealed copy. JournalError when it is none."""
    if not content.startswith(_MARK) or len(content) < len(_MARK) + SALT_BYTES + _SEAL_BYTES:
        raise JournalError("That copy is damaged or incomplete; choose another one. Nothing has changed.")
    return content[len(_MARK) :][:SALT_BYTES]


def opened(content: bytes, key: Key) -> bytes:
    """What was sealed. JournalError when the key is another one, or a bit has changed: nobody can tell which."""
    salt_of(content)
    body, seal = content[:-_SEAL_BYTES], content[-_SEAL_BYTES:]
    if not hmac.compare_digest(_seal(body, key), seal):
        raise JournalError("That is not the password of this copy, or the copy is damaged. Nothing has changed.")
    return _run("-d", body[len(_MARK) + SALT_BYTES :], key)


def _seal(body: bytes, key: Key) -> bytes:
    return hmac.digest(key.secret[_KEY_BYTES // 2 :], body, "sha256")


def _run(way: str, content: bytes, key: Key) -> bytes:
    """What openssl makes of it. It reads the key from a pipe: what stands in a command line every account can see."""
    there, here = os.pipe()
    try:
        os.write(here, key.secret[: _KEY_BYTES // 2].hex().encode())
        os.close(here)
        words = ("openssl", "enc", way, "-aes-256-ctr", "-pbkdf2", "-md", "sha256", "-pass", f"fd:{there}")
        done = subprocess.run(
            words, input=content, capture_output=True, pass_fds=(there,), timeout=_WITHIN_S, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise JournalError(
            "The program openssl, which encrypts, does not work here: sudo apt install openssl."
        ) from error
    finally:
        os.close(there)
    return done.stdout
