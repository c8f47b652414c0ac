/** False for names that all objects inherit, such as `toString`. As ids they would find inherited members. */
export const isOwnName = (name: string): boolean => !(name in Object.prototype)
