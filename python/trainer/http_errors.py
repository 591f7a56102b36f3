"""Request bodies and error responses, shared by all routes of the server."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

from aiohttp import web

from trainer.completion_reply import error_of
from trainer.completion_request import BadRequest
from trainer.faults import TrainerFault

MOST_BODY_BYTES = 8 * 1024 * 1024

log = logging.getLogger(__name__)


@web.middleware
async def errors_as_json(http: web.Request, handler: Any) -> web.StreamResponse:
    """Returns all errors in OpenAI's format, unexpected ones without details."""
    try:
        return await handler(http)
    except BadRequest as error:
        return web.json_response(error_of(error), status=error.status)
    except TrainerFault as fault:
        return web.json_response(error_of(_of_fault(fault)), status=_of_fault(fault).status)
    except web.HTTPRequestEntityTooLarge:
        error = BadRequest(f"The body is larger than {MOST_BODY_BYTES} bytes.", status=413)
        return web.json_response(error_of(error), status=413)
    except web.HTTPException as refused:
        if refused.status < 400:
            raise
        error = BadRequest(f"{refused.reason}: {http.method} {http.path}", status=refused.status)
        return web.json_response(error_of(error), status=refused.status)
    except asyncio.CancelledError:
        raise
    except Exception:
        log.exception("a request failed")
        return web.json_response(error_of(BadRequest("The server failed.", status=500)), status=500)


def _of_fault(fault: TrainerFault) -> BadRequest:
    message = f"{fault.message} {fault.remedy}"
    if fault.code == "CONTEXT_LENGTH_EXCEEDED":
        return BadRequest(message, "messages", "context_length_exceeded")
    if fault.code == "CHAT_UNREADABLE":
        return BadRequest(message, "messages", fault.code.lower())
    if fault.code in ("TEMPLATE_DIFFERS", "ADAPTER_DIFFERS", "ADAPTER_CORRUPT"):
        return BadRequest(message, "folder", fault.code, status=409)
    return BadRequest(message, None, fault.code, status=500)


async def json_body(http: web.Request) -> Any:
    # A web page can send plain text to any server without permission, but not JSON.
    if http.content_type != "application/json":
        raise BadRequest("The body must be application/json.", status=415)
    try:
        return json.loads(await http.read())
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"The body is no JSON: {str(error)[:200]}") from error
