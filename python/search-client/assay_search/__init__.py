"""Client of a search server with the routes of the shopping benchmark: `assay market serve`, or the benchmark's own.

    search = SearchServer("http://127.0.0.1:5632")
    for card in search.find("wireless earbuds", price=(180, 505), sort="priceasc"):
        print(card["product_id"], card["price"], card["title"])

It needs nothing but Python. One client may be used by several threads.
"""

import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypedDict

__all__ = ["Card", "Information", "Product", "SearchError", "SearchServer"]

Service = Literal["official", "freeShipping", "COD", "flashsale"]
Sort = Literal["default", "order", "priceasc", "pricedesc"]

PAGES = 5
IDS_PER_REQUEST = 100


class Card(TypedDict):
    """One product in a search result."""

    product_id: str
    shop_id: str
    title: str
    price: float
    service: list[str]
    sold_count: int


class Information(TypedDict):
    """The details of one product page."""

    product_id: str
    short_description: str
    description: str
    sku_options: dict[str, dict[str, str]]
    attributes: dict[str, list[str]]


class Product(Card, Information):
    """The whole document, for scorers."""

    brand: str
    category: list[str]


class SearchError(Exception):
    """The server returned an error, or did not answer.

    `status` is None if there was no answer; `code` is the server's error code, if any.
    """

    def __init__(self, message: str, status: int | None = None, code: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class SearchServer:
    """A search server at an address such as http://127.0.0.1:5632, or a gateway's /search."""

    def __init__(self, url: str, timeout: float = 30.0) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError("url must begin with http:// or https://")
        self._url = url.rstrip("/")
        self._timeout = timeout

    def find(
        self,
        q: str,
        *,
        page: int = 1,
        shop_id: str | None = None,
        price: tuple[float, float | None] | None = None,
        sort: Sort | None = None,
        service: Iterable[Service] = (),
    ) -> list[Card]:
        """One page of up to ten products. `price` is (low, high), both included; None for high means no limit."""
        parameters = {"q": q, "page": str(page)}
        if shop_id is not None:
            parameters["shop_id"] = shop_id
        if price is not None:
            low, high = price
            parameters["price"] = f"{_amount(low)}-{'' if high is None else _amount(high)}"
        if sort is not None:
            parameters["sort"] = sort
        if services := ",".join(service):
            parameters["service"] = services
        return self._get("/find_product", parameters)

    def find_all(self, q: str, **filters) -> Iterator[Card]:
        """All pages, at most fifty products; takes the filters of `find`."""
        for page in range(1, PAGES + 1):
            cards = self.find(q, page=page, **filters)
            yield from cards
            if len(cards) < 10:
                return

    def view(self, product_ids: Sequence[str]) -> list[Information]:
        """Details of these products, in this order; unknown ids are left out."""
        return self._by_ids("/view_product_information", product_ids)

    def raw(self, product_ids: Sequence[str]) -> list[Product]:
        """Whole products, for scorers. A gateway does not allow agents to call it."""
        return self._by_ids("/get_product_raw", product_ids)

    def health(self) -> dict:
        return self._get("/health", {})

    def _by_ids(self, path: str, product_ids: Sequence[str]) -> list:
        if isinstance(product_ids, str):
            raise TypeError("product_ids must be a list of ids, not one string")
        found = []
        for start in range(0, len(product_ids), IDS_PER_REQUEST):
            some = ",".join(product_ids[start : start + IDS_PER_REQUEST])
            found.extend(self._get(path, {"product_ids": some}))
        return found

    def _get(self, path: str, parameters: dict[str, str]):
        query = urllib.parse.urlencode(parameters)
        request = urllib.request.Request(f"{self._url}{path}?{query}" if query else f"{self._url}{path}")
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        except (OSError, json.JSONDecodeError) as error:
            raise SearchError(f"The search server did not answer {path}: {error}") from error


def _amount(value: float) -> str:
    """Plain digits: the server does not read exponents."""
    return str(value) if isinstance(value, int) else f"{value:.12f}".rstrip("0").rstrip(".")


def _refusal(error: urllib.error.HTTPError) -> SearchError:
    try:
        body = json.load(error)
        return SearchError(str(body["detail"]), error.code, body.get("error_code"))
    except (ValueError, KeyError, TypeError, AttributeError):
        return SearchError(f"The search server answered {error.code}.", error.code)
