const numbers = new WeakMap<object, number>()
let lastNumber = 0

/** Returns a number that identifies an object in this process, for texts that are keys. */
export function numberOf(object: object): number {
  const number = numbers.get(object) ?? ++lastNumber
  numbers.set(object, number)
  return number
}
