import { type Child, element } from './elements.ts'

/** The elements that play files, by the extensions of what browsers play. */
const mediaElements: readonly (readonly [extension: RegExp, tagName: 'video' | 'audio'])[] = [
  [/\.(mp4|m4v|mov|webm|ogv)$/i, 'video'],
  [/\.(mp3|m4a|aac|oga|ogg|opus|wav|flac)$/i, 'audio'],
]

/** Renders what plays a video or a sound, of which a page requests nothing before. Null for any other file. */
export function renderMediaFile(fileName: string, address: string): Child {
  const tagName = mediaElements.find(([extension]) => extension.test(fileName))?.[1]
  // The policy of pages allows addresses of this server and encrypted ones of others.
  if (!tagName || !/^(https:|\/)/i.test(address)) return null
  return element(tagName, { src: address, controls: true, preload: 'none', ariaLabel: fileName })
}
