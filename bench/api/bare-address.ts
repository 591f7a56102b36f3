/** The file in the folder of a measured arena that says where its bare route listens. */
export const BARE_ADDRESS = 'bare-address';
