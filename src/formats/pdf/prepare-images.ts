import { buffer } from 'node:stream/consumers'
import type { Diagram } from '../../diagrams/draw-diagram.ts'
import { scriptCharacter } from '../../letters/script-fonts.ts'
import { rasterSize } from './images.ts'
import { layoutPdf } from './layout.ts'
import type { PdfFile } from './source.ts'
import { isAffordableSvg } from './svg-cost.ts'

/** An image that is prepared for rendering. Sizes are in pixels, after applying the orientation. */
export type PreparedImage =
  | { kind: 'raster'; name: string; key: string; width: number; height: number }
  | { kind: 'svg'; name: string; svg: string; width: number; height: number }
  | { kind: 'unsupported'; name: string }

export interface PreparedImages {
  readonly byFile: ReadonlyMap<string, PreparedImage>
  readonly byKey: ReadonlyMap<string, Buffer>
}

/** Determines which images can be rendered, based on their content and not on their content type. */
export async function prepareImages(files: ReadonlyMap<string, PdfFile>): Promise<PreparedImages> {
  const byFile = new Map<string, PreparedImage>()
  const byKey = new Map<string, Buffer>()
  for (const [fileId, { name, bytes }] of files) {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const size = rasterSize(content)
    if (size) {
      const key = `image-${byFile.size}`
      byKey.set(key, content)
      byFile.set(fileId, { kind: 'raster', name, key, ...size })
    } else byFile.set(fileId, (await preparedSvg(name, content)) ?? { kind: 'unsupported', name })
  }
  return { byFile, byKey }
}

/** Returns the diagrams that the PDF can draw: those whose letters are in the font of its drawings. */
export async function printableDiagrams(
  diagrams: ReadonlyMap<string, Diagram>,
): Promise<ReadonlyMap<string, Diagram>> {
  const drawable = new Map<string, Diagram>()
  for (const [source, diagram] of diagrams) {
    if (scriptLetter.test(source) || !isAffordableSvg(diagram.svg)) continue
    if (await canDraw(diagram.svg)) drawable.set(source, diagram)
  }
  return drawable
}

const scriptLetter = new RegExp(scriptCharacter, 'v')

async function preparedSvg(name: string, bytes: Buffer): Promise<PreparedImage | undefined> {
  const svg = bytes.toString('utf8').replace(/^\ufeff/, '')
  if (!/^\s*(<\?xml|<!--|<!DOCTYPE|<svg)/i.test(svg) || !isAffordableSvg(svg)) return undefined
  const size = svgSize(svg)
  return size && (await canDraw(svg)) ? { kind: 'svg', name, svg, ...size } : undefined
}

function svgSize(svg: string): { width: number; height: number } | undefined {
  const tag = /<svg\b[^>]*>/i.exec(svg)?.[0] ?? ''
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`, 'i').exec(tag)?.[1]
  const [, , boxWidth, boxHeight] = (attribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
  const width = lengthOf(attribute('width')) ?? boxWidth ?? 300
  const height = lengthOf(attribute('height')) ?? boxHeight ?? 150
  const isSize = [width, height].every((length) => Number.isFinite(length) && length > 0 && length < 1e6)
  return isSize ? { width, height } : undefined
}

function lengthOf(value: string | undefined): number | undefined {
  const length = Number.parseFloat(value ?? '')
  return Number.isFinite(length) && !value?.includes('%') ? length : undefined
}

const emptyPdf = {
  title: '',
  createdAt: new Date(0),
  compress: false,
  parts: [],
  footer: () => '',
  defaultStyle: {},
  images: new Map(),
  fontOrder: [],
}

async function canDraw(svg: string): Promise<boolean> {
  try {
    await buffer(layoutPdf({ ...emptyPdf, front: [svgContent(svg, 100, 100)] }))
    return true
  } catch {
    return false
  }
}

/** Renders an SVG. Images inside it are disabled, because they would be read from local files. */
export const svgContent = (svg: string, width: number, height: number) => ({
  svg,
  width,
  height,
  options: { imageCallback: () => '', documentCallback: null, warningCallback: () => undefined },
})
