import { invalidInput } from '../base/errors.ts'

type Container = Record<string, unknown> | unknown[]

const maximumSegments = 32

/**
 * Sets the value at a dotted path of a JSON value, such as `changes.0.title`. Creates the objects and arrays on the path
 * that do not exist. Throws BAD_USER_INPUT for a path that leads through another value or leaves a gap in an array.
 */
export function setAtPath(root: Record<string, unknown>, path: string, value: unknown): void {
  const segments = path.split('.')
  if (segments.length > maximumSegments) throw invalidPath(path)
  let container: Container = root
  for (const [index, segment] of segments.entries()) {
    assertMember(container, segment, path)
    const following = segments[index + 1]
    if (following === undefined) {
      write(container, segment, value)
      return
    }
    const next = read(container, segment) ?? (isIndex(following) ? [] : {})
    if (typeof next !== 'object') throw invalidPath(path)
    write(container, segment, next)
    container = next as Container
  }
}

const isIndex = (segment: string) => /^\d{1,4}$/.test(segment)

function assertMember(container: Container, segment: string, path: string): void {
  const isMember = Array.isArray(container)
    ? isIndex(segment) && Number(segment) <= container.length
    : segment !== '' && !(segment in Object.prototype)
  if (!isMember) throw invalidPath(path)
}

const invalidPath = (path: string) => invalidInput(path.slice(0, 100), 'is no path of a member of the body')

const read = (container: Container, segment: string): unknown =>
  Array.isArray(container) ? container[Number(segment)] : container[segment]

function write(container: Container, segment: string, value: unknown): void {
  if (Array.isArray(container)) container[Number(segment)] = value
  else container[segment] = value
}
