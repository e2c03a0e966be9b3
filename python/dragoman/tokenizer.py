"""Tokenizers."""

from __future__ import annotations

import ctypes
import os
from array import array
from functools import partial
from typing import TYPE_CHECKING, Any, Callable, Iterable, List

from . import _library as library
from ._lines import PathLike, without_line_end

if TYPE_CHECKING:
    Ids = array[int]
else:
    Ids = array  # before Python 3.12, typing.get_type_hints() cannot read array[int]

_TEXTS_AT_A_TIME = 1000  # Ctrl-C takes effect between two blocks


class Tokenizer:
    """Encodes text to token ids and back: a SentencePiece model, or a model folder's tokenizer.

    side: "source" or "target" of a folder. Raises FileNotFoundError, RuntimeError for a damaged model. A copy, also a
    pickled one for another process, opens the file again.
    """

    def __init__(self, path: PathLike, *, side: str = "source", lowercase: bool = False) -> None:
        if lowercase not in (True, False):
            raise TypeError(f"lowercase is {lowercase!r}, but must be True or False")
        self._handle = library.opened(library.lib.dragoman_tokenizer_free, library.lib.dragoman_tokenizer_open,
                                      library.path_in(path, "path"), library.text_in(side, "side"), int(lowercase))
        self._path, self._side, self._lowercase = os.path.abspath(path), side, lowercase  # a copy opens it again
        self._vocabulary = library.Vocabulary()
        library.lib.dragoman_tokenizer_vocabulary(self._handle, ctypes.byref(self._vocabulary))

    def __reduce__(self) -> Any:
        return partial(type(self), side=self._side, lowercase=self._lowercase), (self._path,)

    def __repr__(self) -> str:
        return f"Tokenizer({self._path!r}, {len(self)} tokens)"

    def __len__(self) -> int:
        """Returns the number of tokens, padding included."""
        return int(self._vocabulary.num_tokens)

    @property
    def eos_id(self) -> int:
        return int(self._vocabulary.eos_id)

    @property
    def unknown_id(self) -> int:
        return int(self._vocabulary.unknown_id)

    @property
    def pad_id(self) -> int:
        return int(self._vocabulary.pad_id)

    def tokens(self) -> List[str]:
        """Returns all tokens in order of their ids."""
        return library.texts_of(library.lib.dragoman_tokenizer_tokens, self._handle)

    def _encode(self, text: Any, read: Callable[[library.Encoding], List[Any]]) -> List[Any]:
        if isinstance(text, str):
            return self._encode_some([text], 0, read)[0]
        if not library.gives_texts(text):
            raise TypeError(f"text is {type(text).__name__}, but must be str or a list of str")
        texts = library.iterate(text)
        blocks = range(0, len(texts), _TEXTS_AT_A_TIME)
        return [each for i in blocks for each in self._encode_some(texts[i:i + _TEXTS_AT_A_TIME], i, read)]

    def _encode_some(self, texts: List[str], first: int,
                     read: Callable[[library.Encoding], List[Any]]) -> List[List[Any]]:
        given, encoded, found = library.TextList(texts, "text", first=first), library.pointer(), library.Encoding()
        encodings = []
        try:
            library.check(library.lib.dragoman_tokenizer_encode(
                self._handle, given.address, given.count, ctypes.byref(encoded)))
            for i in range(given.count):
                library.check(library.lib.dragoman_encoded_get(encoded, i, ctypes.byref(found)))
                encodings.append(read(found))
        finally:
            library.lib.dragoman_encoded_free(encoded)
        return encodings

    def encode(self, text: Any) -> Any:
        """Returns the ids of a text's tokens, without end of sentence; for a list of texts, a list each (faster)."""
        return self._encode(text, lambda found: library.read_array(ctypes.c_int32, found.ids, found.count))

    def encode_as_pieces(self, text: Any) -> Any:
        """Returns the pieces of a text; for a list of texts, a list each."""
        return self._encode(text, lambda found: library.read_texts(found.pieces, found.count))

    def decode(self, tokens: Iterable[Any]) -> str:
        """Returns the text of ids, or of pieces. Raises ValueError for an unknown id."""
        tokens = library.iterate(tokens, "tokens", "ids or pieces")
        if len(tokens) > 0 and isinstance(tokens[0], str):
            given = library.TextList(tokens, "tokens")
            return library.texts_of(library.lib.dragoman_tokenizer_decode_pieces, self._handle, given.address,
                                    given.count)[0]
        ids = self._to_array(tokens)
        return library.texts_of(library.lib.dragoman_tokenizer_decode, self._handle, *ids.buffer_info())[0]

    def _to_array(self, ids: List[Any]) -> Ids:
        try:
            return array("i", ids)
        except TypeError:
            raise TypeError("tokens must be ids, which are integers, or pieces, which are str") from None
        except OverflowError:
            raise ValueError(f"an id is too large or too small: ids are 0 to {self.pad_id}") from None

    @staticmethod
    def train(lines: Iterable[str], path: PathLike, **options: Any) -> Tokenizer:
        """Trains a SentencePiece model on lines, as a list or an open file, and writes it to the file `path`.

        Removes the line end of each. Options are those of `dragoman tokenizer train`: vocabulary_size, type,
        lowercase, ... Cannot be interrupted: a signal handler, as of Ctrl-C, runs when training has ended.
        """
        given = library.TextList(list(map(without_line_end, library.iterate(lines))))
        how = library.Options(options)
        library.check(library.lib.dragoman_tokenizer_train(given.address, given.count, how.address,
                                                           how.count, library.path_in(path, "path")))
        return Tokenizer(path, lowercase=str(options.get("lowercase")).lower() == "true")
