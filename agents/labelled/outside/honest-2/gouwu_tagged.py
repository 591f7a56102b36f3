"""购物助手：标签文本 + 消息列表。

模型用 <think> 思考，用 <tool_call> 调用工具；程序只负责执行、裁剪结果、报告错误。
搜索、查看、推荐全部由模型决定，程序不会替它选商品。
"""
import json
import re
import time
from os import getenv
from typing import Dict, List, Optional, Tuple

from src.agent.agent_interface import Tool, create_dialogue_step, execute_tool_call
from src.agent.proxy_client import ProxyClient

daili = ProxyClient(timeout=100, max_retries=2)


@Tool
def find_product(q: str, page: int = 1, shop_id: str = "", price: str = "", sort: str = "", service: str = "") -> list:
    canshu = {"q": q, "page": page}
    for ming, zhi in (("shop_id", shop_id), ("price", price), ("sort", sort), ("service", service)):
        if zhi:
            canshu[ming] = zhi
    jieguo = daili.get("/search/find_product", canshu)
    if jieguo is None:
        raise RuntimeError("搜索参数有误 (price 格式: low-high; service: official, freeShipping, COD, flashsale)")
    return jieguo


@Tool
def view_product_information(product_ids: str) -> list:
    jieguo = daili.get("/search/view_product_information", {"product_ids": product_ids})
    if jieguo is None:
        raise RuntimeError("无法打开商品")
    return jieguo


@Tool
def recommend_product(product_ids: str) -> str:
    return f"已推荐 {product_ids}"


@Tool
def terminate(status: str = "success") -> str:
    return f"对话结束 {status}"


SYSTEM = """你是一名购物助手 (shopping assistant)。用户用英文说明想买什么，你用工具寻找、核对并推荐。不能向用户提问。

# 工具 Tools
1. find_product(q, page, shop_id, price, sort, service): 搜索商品。q 用 2 到 5 个英文词；price 形如 "0-300"；sort: priceasc, pricedesc, order；service: official, freeShipping, COD, flashsale。
2. view_product_information(product_ids): 查看属性和规格，多个 id 用逗号分开。
3. recommend_product(product_ids): 推荐，每个需求一个 id，按用户的顺序。只能用一次。
4. terminate(status): 推荐之后结束，status 为 "success" 或 "failure"。

# 规则
- 先搜索，再查看细节，确认价格、服务、属性都符合，然后推荐。
- 用户要求同一家店时，所有商品的 shop_id 必须相同。
- 有优惠券时，计算总价，折后不得超过预算。

# 回答格式 Format
<think>你的思考</think>
<tool_call>[{"name": "find_product", "parameters": {"q": "..."}}]</tool_call>
工具结果会放在 <obs> 里。"""


MODEL = getenv("SANDBOX_MODEL", "")


def wen_moxing(xiaoxi: List[Dict]) -> str:
    huifu = daili.post(
        "/inference/chat/completions",
        {"model": MODEL, "messages": xiaoxi, "temperature": 0, "max_tokens": 380},
    )
    if not huifu or not huifu.get("choices"):
        return ""
    return huifu["choices"][0].get("message", {}).get("content") or ""


def jiexi(wenben: str) -> Tuple[str, Optional[List[Dict]]]:
    sikao = re.search(r"<think>(.*?)</think>", wenben, re.S)
    kuai = re.search(r"<tool_call>\s*(.*?)\s*(?:</tool_call>|\Z)", wenben, re.S)
    si = sikao.group(1).strip() if sikao else ""
    if not kuai:
        return si, None
    try:
        shuju = json.loads(kuai.group(1))
    except ValueError:
        return si, None
    liebiao = shuju if isinstance(shuju, list) else [shuju]
    return si, [c for c in liebiao if isinstance(c, dict) and isinstance(c.get("name"), str)]


def caijian(mingzi: str, jieguo) -> object:
    if mingzi == "find_product" and isinstance(jieguo, list):
        return [{k: str(p.get(k))[:70] if k == "title" else p.get(k) for k in ("product_id", "title", "price", "shop_id", "service")} for p in jieguo[:5]]
    if mingzi == "view_product_information" and isinstance(jieguo, list):
        return [{k: p.get(k) for k in ("product_id", "attributes", "sku_options") if len(str(p.get(k))) < 900} for p in jieguo[:4]]
    return jieguo


def agent_main(problem_data: dict) -> list:
    xuqiu = problem_data["query"]
    xiaoxi = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": xuqiu}]
    buzhou: list = []
    yi_tuijian = jieshu = False
    kaishi, kong_hui = time.time(), 0
    for lun in range(12):
        if jieshu or kong_hui >= 3 or time.time() - kaishi > 150:
            break
        wenben = wen_moxing(xiaoxi)
        si, diaoyong = jiexi(wenben)
        if not diaoyong:
            kong_hui += 1
            xiaoxi.append({"role": "assistant", "content": wenben[:400] or "……"})
            xiaoxi.append({"role": "user", "content": "<obs>没有找到可用的 <tool_call>，请按格式回答 (answer with <think> and <tool_call>)。</obs>"})
            continue
        kong_hui = 0
        wancheng, guancha = [], []
        for ge in diaoyong[:4]:
            mingzi, canshu = ge["name"], ge.get("parameters") or {}
            if mingzi == "recommend_product" and yi_tuijian:
                guancha.append({"error": "已经推荐过了，请 terminate"})
                continue
            if mingzi == "terminate" and not yi_tuijian:
                guancha.append({"error": "请先 recommend_product"})
                continue
            try:
                jieguo = execute_tool_call(mingzi, canshu)
            except Exception as cuo:
                guancha.append({"error": str(cuo)})
                continue
            wancheng.append(jieguo)
            guancha.append({"name": mingzi, "result": caijian(mingzi, jieguo["result"])})
            yi_tuijian = yi_tuijian or mingzi == "recommend_product"
            jieshu = jieshu or mingzi == "terminate"
        if wancheng:
            buzhou.append(create_dialogue_step(si or "继续。", wancheng, "", xuqiu, len(buzhou) + 1))
        xiaoxi.append({"role": "assistant", "content": wenben})
        xiaoxi.append({"role": "user", "content": f"<obs>{json.dumps(guancha, ensure_ascii=False)}</obs>"})
        if len(xiaoxi) > 14:
            del xiaoxi[2:4]
    return buzhou
