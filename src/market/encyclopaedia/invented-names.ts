import type { Random } from '../../random/random.ts';

const list = (text: string): readonly string[] => text.split(/\s+/);

const SHE =
  list(`Ana Belisa Carmela Dalia Elena Fidela Gloria Hiraya Imelda Jovita Katrina Lourdes Marisol Nenita Ofelia
  Pilar Rosalia Salome Teresa Ursula Virginia Yolanda Zenaida`);
const HE = list(`Amado Benito Crispin Danilo Eliseo Florante Gregorio Hilario Isagani Jacinto Lamberto Macario Narciso
  Olimpio Placido Rogelio Silverio Tomas Urbano Venancio Wilfredo Zosimo`);
const SURNAME_OPENINGS =
  list(`Abel Alv Ba Bel Cab Cast Dal Dum Esp Fer Gal Gui Iba Lac Lag Mab Mal Mon Nav Oli Pad Pan Quin
  Ram Ros Sal San Sar Tab Tal Tor Ugal Val Ver Vill Yab Zal`);
const SURNAME_CLOSINGS =
  list(`abon ador agan alde alora ambra andes antal ardo arosa asco astia atega edo elara emosa endra
  erina espero iento igan illon imbao ista odera ontano orosa osana ubat ulan uyen`);
const PLACE_OPENINGS = list(`Ag Bal Bin Bul Cam Dap Ilog Kal Lab Lom Mag Nag Pal Pin Sab Sil Tag Tar Tib Ul`);
const PLACE_MIDDLES = list(`a ara asu ena ili inga ora uba una usa`);
const PLACE_CLOSINGS = list(`bat dang gan lay lon mar nao ra rin san sena sor tan ti wan yo`);

export interface PersonName {
  readonly name: string;
  readonly she: boolean;
}

/** Draws names until each is new. No name may occur twice, or a question would have two answers. */
export class InventedNames {
  readonly #random: Random;
  readonly #taken: Set<string>;

  /** @param taken names that must not be used again, in lower case. */
  constructor(random: Random, taken: Iterable<string>) {
    this.#random = random;
    this.#taken = new Set(taken);
  }

  place(): string {
    return this.#fresh(
      () => this.#random.pick(PLACE_OPENINGS) + this.#random.pick(PLACE_MIDDLES) + this.#random.pick(PLACE_CLOSINGS),
    );
  }

  person(): PersonName {
    const she = this.#random.chance(0.5);
    const name = this.#fresh(() => {
      const surname = this.#random.pick(SURNAME_OPENINGS) + this.#random.pick(SURNAME_CLOSINGS);
      return `${this.#random.pick(she ? SHE : HE)} ${surname}`;
    });
    return { name, she };
  }

  #fresh(draw: () => string): string {
    for (;;) {
      const name = draw();
      if (this.#taken.has(name.toLowerCase())) continue;
      this.#taken.add(name.toLowerCase());
      return name;
    }
  }
}
