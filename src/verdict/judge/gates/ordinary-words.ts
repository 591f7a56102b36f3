/** Common words in texts about shopping. Finding them in a title is not evidence. */
const ORDINARY = new Set(
  `a about above after again against all also although among an and another any are around as at available back be
  because been before being below best better between big bigger black blue both box brand branded but buy by can cash
  cheap cheaper cheapest check choice choose clear close color colour comes compare compared correct cost costs could
  customer day deal delivery description design details did different do does down each easy either else enough even
  every everything exact expensive extra fast feature features few find fine first fit fits flash for found free from
  full further get gift give go good great green had half has have he heavy her here high higher highest his home hot
  house how however i if in include included includes including information instead into is it item items its just keep
  kid kids kind know large last later least less let light like list listed listing listings little local long look
  looking looks lot low lower lowest made main make many match matches material matching may me mean means men middle
  might mine mini model more most much must my name near need needed needs never new next nice no none normal not nothing
  now number of off office official offer offers old on once one only open opened or order original other others our out
  outdoor over own pack page part per perfect pick piece pieces plus popular premium price priced prices pro product
  products promo purchase quality quick quite rather read ready real really recommend red request result results right
  sale same say says search second see seen sell seller sells set she shipping shop shopper shopping should show shows
  simple since single size small so sold some something special specific specs standard still stock store strong style
  such suit suitable super sure take than that the their them then there these they thing things third this those three
  through time title titles to together too top total two type under until up upon us use used useful user users using
  usual value variant variants very want wanted wants was we well were what when where whether which while white who whole
  whose why wide will with within without women word words work works would yes yet you your`.split(/\s+/),
);

export function isOrdinary(word: string): boolean {
  return word.length < 3 || ORDINARY.has(word);
}
