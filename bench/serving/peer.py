"""A plain translation service in 40 lines: FastAPI, SentencePiece and CTranslate2.

    peer.py MODEL --port N [--beam N] [--precision P] [--workers N] [--threads N]

Waiting texts are translated together: up to MOST texts that arrive within WAIT seconds, in as many batches at a
time as CTranslate2 has workers.
"""

import argparse
import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

sys.modules.update(torch=None, transformers=None)  # keeps CTranslate2 from loading them for its converters
import ctranslate2  # noqa: E402
import sentencepiece  # noqa: E402
import uvicorn  # noqa: E402
from fastapi import FastAPI  # noqa: E402
from pydantic import BaseModel  # noqa: E402

MOST, WAIT = 64, 0.002


class Request(BaseModel):
    text: str


def make_app(options):
    translator = ctranslate2.Translator(
        str(options.model), compute_type=options.precision, inter_threads=options.workers, intra_threads=options.threads
    )
    source = sentencepiece.SentencePieceProcessor(str(options.model / "source.spm"))
    target = sentencepiece.SentencePieceProcessor(str(options.model / "target.spm"))
    queue, pool = asyncio.Queue(), ThreadPoolExecutor(options.workers)

    def translate(texts):
        tokens = [[*pieces, "</s>"] for pieces in source.encode(texts, out_type=str)]
        best = [result.hypotheses[0] for result in translator.translate_batch(tokens, beam_size=options.beam)]
        return list(zip(target.decode(best), map(len, best)))

    async def work():
        while True:
            waiting = [await queue.get()]
            await asyncio.sleep(WAIT)
            while len(waiting) < MOST and not queue.empty():
                waiting.append(queue.get_nowait())
            results = await asyncio.get_running_loop().run_in_executor(pool, translate, [text for text, _ in waiting])
            for (_, future), result in zip(waiting, results):
                future.set_result(result)

    @asynccontextmanager
    async def lifespan(_):
        workers = [asyncio.create_task(work()) for _ in range(options.workers)]
        yield
        for worker in workers:
            worker.cancel()

    app = FastAPI(lifespan=lifespan)

    @app.post("/translate")
    async def answer(request: Request):
        future = asyncio.get_running_loop().create_future()
        await queue.put((request.text, future))
        text, tokens = await future
        return {"text": text, "target_tokens": tokens}

    return app


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path, help="a converted model, with source.spm and target.spm")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--beam", type=int, default=1)
    parser.add_argument("--precision", default="float32")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    arguments = parse_arguments()
    uvicorn.run(make_app(arguments), host="127.0.0.1", port=arguments.port, log_level="warning", access_log=False)
