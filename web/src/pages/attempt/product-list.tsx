import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { isJsonObject } from '../../../../src/json/json-object.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { LongText } from '../../parts/long-text.tsx';
import type { Row } from './build-rows.ts';
import { Collapsible } from './collapsible.tsx';
import { type KnownProducts, knownProducts, productFacts } from './product-facts.ts';
import { callsOf } from './row-label.ts';

const Known = createContext<KnownProducts>(new Map());

interface KnownProductsProps {
  readonly rows: readonly Row[];
  readonly children: ReactNode;
}

/** Lets the products opened in an attempt show what its searches said of them. */
export function WithKnownProducts({ rows, children }: KnownProductsProps) {
  const known = useMemo(() => knownProducts(rows.flatMap(callsOf).map(({ response }) => response)), [rows]);
  return <Known.Provider value={known}>{children}</Known.Provider>;
}

const SHOWN = 3;
const MOST = 100;

/** The products of a search or a product page, one line each; any other value as JSON. */
export function ProductList({ value }: { readonly value: unknown }) {
  if (!Array.isArray(value) || !value.every(isJsonObject))
    return <LongText text={JSON.stringify(value) ?? 'nothing'} />;
  if (value.length === 0) return <p className="quiet">no products</p>;
  return (
    <>
      <Lines products={value.slice(0, SHOWN)} start={1} />
      {value.length > SHOWN && (
        <Collapsible summary={`${value.length - SHOWN} more`}>
          {() => <Lines products={value.slice(SHOWN, MOST)} start={SHOWN + 1} />}
        </Collapsible>
      )}
    </>
  );
}

interface LinesProps {
  readonly products: readonly Readonly<Record<string, unknown>>[];
  readonly start: number;
}

function Lines({ products, start }: LinesProps) {
  return (
    <ol className="attempt-products" start={start}>
      {products.map((product, place) => (
        <li key={`${start + place}`}>
          <ProductLine product={product} />
        </li>
      ))}
    </ol>
  );
}

function ProductLine({ product }: { readonly product: Readonly<Record<string, unknown>> }) {
  const { product_id, title, price, shop_id } = product;
  const card = useContext(Known).get(scalar(product_id));
  if (typeof title !== 'string') return <OpenedProduct product={product} card={card} />;
  return (
    <>
      <code>
        <HostileText text={scalar(product_id)} limit={40} oneLine />
      </code>{' '}
      <HostileText text={title} limit={200} oneLine />{' '}
      <span className="quiet">
        <HostileText text={`${scalar(price)} · shop ${scalar(shop_id)}`} limit={80} oneLine />
      </span>
    </>
  );
}

interface OpenedProductProps {
  readonly product: Readonly<Record<string, unknown>>;
  readonly card: Readonly<Record<string, unknown>> | undefined;
}

/** The page of a product. */
function OpenedProduct({ product, card }: OpenedProductProps) {
  return (
    <>
      <code>
        <HostileText text={scalar(product.product_id)} limit={40} oneLine />
      </code>{' '}
      {typeof card?.title === 'string' && <HostileText text={card.title} limit={200} oneLine />}
      <dl className="attempt-product">
        {productFacts(product, card).map(({ name, text }) => (
          <div key={name}>
            <dt>
              <HostileText text={name} limit={40} oneLine />
            </dt>
            <dd>
              <LongText text={text} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function scalar(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '–');
}
