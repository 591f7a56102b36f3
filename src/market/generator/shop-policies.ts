/** Shop rules that make a description long. None describes the item, its options or its services. */
export const POLICIES: readonly string[] = [
  'Before you order: please read the whole page, because most questions we get are answered on it.',
  'Our stock is real. When a variation can be selected, it is on the shelf; when it is grey, it is sold out and we do not know when it comes back.',
  'We pack on the day of your order when it arrives before two in the afternoon, and on the next working day otherwise. Sundays and holidays are not working days.',
  'How long the courier takes depends on where you live: a few days within the big islands, longer for remote towns and in the rainy season.',
  'Please write your full address with barangay, street and a landmark, and a number that can be reached, so that the rider can find you.',
  'Record a video while you open the parcel. If anything is missing or broken, send us the video within a week and we will settle it with you.',
  'We do not accept returns for a change of mind. Goods must come back unused and in the original packing.',
  'Pictures are taken by hand with daylight. Measurements are taken by hand too and may be off by a little.',
  'Kindly leave a rating with a photo when you are happy. It helps a small shop more than you think.',
  'Follow our store to hear of vouchers and new arrivals first. Followers get an answer in the chat before others.',
  'Resellers are welcome. Ask in the chat for the price of larger quantities, and tell us how many you need and by when.',
  'Do not pay outside the platform. Nobody from our team will ever ask you for a code or a transfer.',
  'If the parcel is delayed, please do not cancel at once. Send us a message and we will ask the courier for you.',
  'The box may be dented on the way; that does not affect what is inside, and we cannot replace boxes.',
  'One receipt is in each parcel. Tell us before we ship if you need it made out to a company.',
];

/** Lines with symbols, emoji, other languages, or text with encoding errors. */
export const NON_ASCII_LINES: readonly string[] = [
  '❤️ Salamat po sa pagbili! ❤️',
  '✅ Handa nang ipadala ✅ Sulit sa presyo',
  '★★★★★ Thank you for the five stars!',
  '🔥🔥 Huwag palampasin, limitado lang ang stock! 🔥🔥',
  '【Notice】 Please chat with us if you are not sure.',
  '亲爱的顾客，如有问题请联系我们。',
  'Don’t hesitate to ask – we’re here every day…',
  '• Maaaring magtanong sa chat • Mabait ang may-ari •',
  'Itâ€™s ready when you are, donâ€™t worry â¤',
  '📦 Bubble wrap na po lahat ng order.',
  '¡Gracias por su compra!',
  'ご購入ありがとうございます。',
];
