/**
 * Words that do not identify a product or problem: everyday shopping language, names of tools and services, colours,
 * sizes and units. Every agent may contain tables and phrases of these.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `a about above after again all also am an and another any anything are around as at available be because been before
   being below between both but by can carries carry carrying come comes could do does each either everything exactly
   exceed exceeds few find finding first following for from fully get gift give gives good had has have having help her
   here hers him his how hunt hunting i if in into is it its just kind know last lastly least less like list look looking
   made make makes many may me might mine more most much must my near need needed needs neither never new next no none
   nor not nothing now of off offer offering offers on once one only or order other others our out over own per please
   put recommend related same search searching second see sell seller sellers selling sells set several shall she shop
   shopping shops should show similar since so some someone something spend stay still store stores such suggest take
   takes than that the their them then there these they thing things third this those three through time to together
   too total two type under until up upon us use used uses using very via want wanted wants was we well were what
   whatever when where whether which while who whole whose why will with within without work works would yes yet you
   your
   amount apply applies authentic best budget cap cart cash cheap cheaper cheapest cheaply cod coupon deal deals deliver delivered
   delivery discount discounts fee fixed flash flashsale free freeshipping hand high hot limit maximum minimum money official
   officially original parcel pay payable paying payment percent percentage peso pesos php platform price priced prices
   premium quality ready range sale sales save service services ship shipped shipping ships single spending stock threshold usable
   value voucher vouchers wholesale worth
   answer attribute attributes brand branded category constraint constraints customer default description detail details
   error failure filter information item items match matched matches name names option options page pages product
   products query question reason requirement requirements response result results satisfied sort specification
   specifications status step steps success task terminate title tool tools user variant variants
   black blue brown color colors colour colours cream dark gold golden gray green grey light maroon mint multicolor navy
   orange pink purple red rose silver teal transparent violet white yellow
   big extra huge inch inches kilogram kilograms large larger largest length liter liters long medium meter meters metre
   mini pack packs piece pieces set sets short size sized sizes small smaller smallest tall tiny volume weight wide width
   xl xs xxl
   acrylic bamboo ceramic cotton fabric glass leather linen material materials metal nylon plastic polyester rubber
   silicone steel wood wooden wool
   adult adults baby babies boy boys child children female girl girls home kid kids male man men office outdoor school
   unisex woman women`.split(/\s+/),
);
