/**
 * Services that a shop offers with a product, spelt as in the wire format. The order assigns each its bit in the index.
 */
export const SERVICES = ['official', 'freeShipping', 'COD', 'flashsale'] as const;

export type Service = (typeof SERVICES)[number];

export function isService(name: string): name is Service {
  return (SERVICES as readonly string[]).includes(name);
}

export function serviceMask(services: readonly Service[]): number {
  return services.reduce((mask, service) => mask | (1 << SERVICES.indexOf(service)), 0);
}

export function servicesOf(mask: number): Service[] {
  return SERVICES.filter((_, bit) => (mask & (1 << bit)) !== 0);
}
