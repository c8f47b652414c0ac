/** A name that any object has answers for something that nobody wrote: no element and no field is called so. */
export const isOwnName = (name: string): boolean => !(name in Object.prototype)
