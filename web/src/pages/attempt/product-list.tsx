import { isJsonObject } from '../../../../src/json/json-object.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { Collapsible } from './collapsible.tsx';

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
  const { product_id, title, price, shop_id, ...rest } = product;
  if (typeof title !== 'string') {
    return <HostileText text={`${scalar(product_id)} ${JSON.stringify(rest)}`} limit={400} lines={6} />;
  }
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

function scalar(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '–');
}
