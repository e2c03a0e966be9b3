"""Runs transformers and CTranslate2: tokens, translations and log-probabilities."""

import copy

import ctranslate2
import torch
from dragoman_program import Translation
from transformers import MarianMTModel, MarianTokenizer

BATCH_LINES = 32


class Transformers:
    """A folder with a MarianMTModel."""

    def __init__(self, folder):
        self.model = MarianMTModel.from_pretrained(folder, dtype=torch.float32).eval()
        self.tokenizer = MarianTokenizer.from_pretrained(folder)
        self.padding = self.tokenizer.pad_token_id
        self.eos = self.tokenizer.eos_token_id

    def source_ids(self, lines):
        return [self.tokenizer(line)["input_ids"][:-1] for line in lines]

    def _batches(self, lines):
        ids = self.source_ids(lines)
        order = sorted(range(len(lines)), key=lambda i: -len(ids[i]))
        for begin in range(0, len(order), BATCH_LINES):
            rows = order[begin : begin + BATCH_LINES]
            yield rows, self._padded([[*ids[row], self.eos] for row in rows])

    def _padded(self, rows):
        longest = max(map(len, rows))
        return torch.tensor([row + [self.padding] * (longest - len(row)) for row in rows])

    def translate(self, lines, beam, longest):
        found = [None] * len(lines)
        penalty = {"length_penalty": 0.0} if beam > 1 else {}
        for rows, ids in self._batches(lines):
            with torch.inference_mode():
                out = self.model.generate(
                    input_ids=ids,
                    attention_mask=(ids != self.padding).long(),
                    num_beams=beam,
                    do_sample=False,
                    **penalty,
                    renormalize_logits=True,
                    max_length=None,
                    max_new_tokens=longest,
                )
            for row, tokens in zip(rows, out.tolist()):
                kept = [token for token in tokens if token not in (self.padding, self.eos)]
                found[row] = Translation(self.tokenizer.convert_ids_to_tokens(kept), None)
        return found

    def next_log_probabilities(self, line, tokens):
        """Returns the log-probabilities of the next token after each prefix of `tokens`, without padding: [T,
        V]."""
        source = torch.tensor([[*self.source_ids([line])[0], self.eos]])
        ids = [self._id(token) for token in tokens]
        with torch.inference_mode():
            start = torch.tensor([[self.padding, *ids]])
            logits = self.model(input_ids=source, decoder_input_ids=start).logits[0]
            logits[:, self.padding] = -torch.inf
            return torch.log_softmax(logits, dim=-1)

    @torch.inference_mode()
    def narrowest_choice(self, line, beam, longest):
        """Runs beam search in double precision. Returns the smallest difference, over all steps, between the last
        candidate kept and the first one dropped."""
        source = torch.tensor([[*self.source_ids([line])[0], self.eos]])
        never = [token for [token] in self.model.generation_config.bad_words_ids or []]
        prefixes, scores = [[self.padding]], torch.zeros(1, dtype=torch.float64)
        narrowest = float("inf")
        model = copy.deepcopy(self.model).double()
        for _ in range(longest):
            rows = source.expand(len(prefixes), -1)
            logits = model(input_ids=rows, decoder_input_ids=torch.tensor(prefixes)).logits[:, -1]
            logits[:, [self.padding, *never]] = -torch.inf
            sums = scores[:, None] + torch.log_softmax(logits, dim=-1)
            best, places = sums.flatten().topk(beam + 1)
            narrowest = min(narrowest, (best[beam - 1] - best[beam]).item())
            chosen = [divmod(place, sums.shape[1]) for place in places[:beam].tolist()]
            if chosen[0][1] == self.eos:
                break
            alive = [i for i, (_, token) in enumerate(chosen) if token != self.eos]
            prefixes = [[*prefixes[chosen[i][0]], chosen[i][1]] for i in alive]
            scores = best[alive]
        return narrowest

    def _id(self, token):
        """Returns the id of a token, not of a text."""
        tokenizer = self.tokenizer
        table = tokenizer.target_encoder if tokenizer.separate_vocabs else tokenizer.encoder
        return table[token]

    def log_probability_of(self, line, tokens, next_token):
        """Returns the log-probability of `next_token` after `tokens`; None means end of sentence."""
        number = self.eos if next_token is None else self._id(next_token)
        return self.next_log_probabilities(line, tokens)[-1, number].item()

    def score(self, sources, targets):
        """Returns the log-probabilities of each target's tokens, end of sentence last."""
        scores = []
        for source, target in zip(sources, targets):
            ids = self.tokenizer(text_target=target)["input_ids"]
            tokens = self.tokenizer.convert_ids_to_tokens(ids[:-1])
            scores.append(self.score_tokens(source, tokens))
        return scores

    def score_tokens(self, source, tokens):
        ids = [*(self._id(token) for token in tokens), self.eos]
        after = self.next_log_probabilities(source, tokens)
        return [after[place, number].item() for place, number in enumerate(ids)]


class CTranslate2:
    """The same folder, converted by CTranslate2 to fp32."""

    def __init__(self, folder, converted, transformers):
        converter = ctranslate2.converters.TransformersConverter(str(folder))
        converter.convert(str(converted), quantization="float32", force=True)
        self.translator = ctranslate2.Translator(str(converted), compute_type="float32")
        self.tokenizer = transformers.tokenizer
        names = transformers.tokenizer.convert_ids_to_tokens
        words = transformers.model.generation_config.bad_words_ids or []
        padding = transformers.padding
        self.suppressed = [names(word) for word in words if word != [padding]]

    def translate(self, lines, beam, longest):
        names = self.tokenizer.convert_ids_to_tokens
        sources = [names(self.tokenizer(line)["input_ids"]) for line in lines]
        results = self.translator.translate_batch(
            sources,
            beam_size=beam,
            length_penalty=0,
            max_decoding_length=longest,
            max_batch_size=BATCH_LINES,
            return_scores=True,
            suppress_sequences=self.suppressed or None,
        )
        return [Translation(one.hypotheses[0], one.scores[0]) for one in results]
