/** The file in the folder of a measured arena with the address of its bare route. */
export const BARE_ADDRESS = 'bare-address';
