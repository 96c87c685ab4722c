import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../../src/modules/customizations/defaults.ts'
import type { Settings, Themed } from '../../src/modules/customizations/settings.ts'
import { colorOr, contrast, readableContrast, readableShade } from '../../src/sites/render/theme/colors.ts'
import { fontOrigins } from '../../src/sites/render/theme/font-styles.ts'
import { palette } from '../../src/sites/render/theme/palette.ts'
import { themeStyles } from '../../src/sites/render/theme-styles.ts'
import { propertyBudget } from '../support/budget.ts'

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)
const themed: fc.Arbitrary<Themed> = fc.record({ light: color, dark: color })

const settings: fc.Arbitrary<Settings> = fc
  .record({
    colors: fc.record({
      primaryColor: themed,
      infoColor: themed,
      successColor: themed,
      warningColor: themed,
      dangerColor: themed,
    }),
    tint: fc.option(fc.record({ color: themed }), { nil: undefined }),
    background: fc.constantFrom('plain' as const, 'match' as const),
    theme: fc.constantFrom('clean' as const, 'muted' as const, 'bold' as const, 'gradient' as const),
    header: fc.record({
      preset: fc.constantFrom(
        'default' as const,
        'bold' as const,
        'contrast' as const,
        'custom' as const,
        'none' as const,
      ),
      backgroundColor: themed,
      linkColor: themed,
    }),
  })
  .map(({ colors, header, ...styling }) => ({
    ...defaultSettings,
    styling: { ...defaultSettings.styling, ...colors, ...styling },
    header: { ...defaultSettings.header, ...header },
  }))

describe('the colors of a site', () => {
  test('are readable on each of their backgrounds in both themes, whatever was chosen', () => {
    const meanings = ['primary', 'info', 'success', 'warning', 'danger']
    fc.assert(
      fc.property(settings, fc.constantFrom('light' as const, 'dark' as const), (chosen, scheme) => {
        const colors: Record<string, string> = palette(chosen, scheme)
        const of = (name: string) => colors[name] as string
        const pairs: [text: string, background: string][] = [
          ['header-text', 'header'],
          ['header-link', 'header'],
          ['text', 'mark'],
        ]
        for (const background of ['page', 'surface', ...meanings.map((name) => `${name}-background`)])
          for (const text of ['text', 'faint', ...meanings]) pairs.push([text, background])
        for (const name of meanings) pairs.push([`on-${name}`, `${name}-fill`])
        const unreadable = pairs.filter(
          ([text, background]) => contrast(of(text), of(background)) < readableContrast,
        )
        expect(unreadable).toEqual([])
      }),
      propertyBudget(60, 2_000),
    )
  })

  test('stay as they were chosen where they are readable', () => {
    expect(readableShade('#123456', ['#ffffff'])).toBe('#123456')
    expect(contrast('#000000', '#ffffff')).toBe(21)
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
    const close = readableShade('#ffff00', ['#ffffff'])
    expect(contrast(close, '#ffffff')).toBeLessThan(4.8)
    expect([colorOr('#AbC', '#000000'), colorOr('red;}', '#000000')]).toEqual(['#aabbcc', '#000000'])
  })
})

describe('the stylesheet of a customization', () => {
  const styled = (styling: object) => ({
    ...defaultSettings,
    styling: { ...defaultSettings.styling, ...styling },
  })
  const fontOf = (fontFamily: string, url: string) => ({
    id: 'own',
    custom: true,
    fontFamily,
    fontFaces: [{ weight: 400, sources: [{ url, format: 'woff2' as const }] }],
  })

  test('contains nothing that ends a value, whatever a font is called', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 50 }), fc.webUrl(), (name, url) => {
        const sheet = themeStyles(styled({ font: fontOf(`${name}"}</style><script>\\`, url) }))
        expect(sheet).not.toMatch(/[<>]/)
        // Without its strings a sheet has the same characters whatever is in them.
        const outside = (text: string) => text.replace(/"[^"\n\\]*(\\[0-9a-f]{1,6} [^"\n\\]*)*"/g, '""')
        expect(outside(sheet)).toBe(outside(themeStyles(styled({ font: fontOf('Own', 'https://a.test/') }))))
      }),
      propertyBudget(15, 500),
    )
  })

  test('loads a font of its own from the host that it names, and from no other', () => {
    const own = styled({ font: fontOf('Own', 'https://fonts.example.com/own.woff2?a=1') })
    expect(fontOrigins(own.styling)).toEqual(['https://fonts.example.com'])
    expect(fontOrigins(styled({ font: fontOf('Own', '/own.woff2') }).styling)).toEqual([])
    expect(fontOrigins(defaultSettings.styling)).toEqual([])
  })

  test('has the theme of the visitor only where visitors may choose it', () => {
    const fixed = themeStyles({ ...defaultSettings, themes: { default: 'dark', toggeable: false } })
    expect([fixed.match(/color-scheme:\w+/g), fixed.includes('prefers-color-scheme')]).toEqual([
      ['color-scheme:dark', 'color-scheme:light'],
      false,
    ])
    const free = themeStyles({ ...defaultSettings, themes: { default: 'light', toggeable: true } })
    expect(free.match(/(?<!prefers-)color-scheme:\w+/g)).toEqual([
      'color-scheme:light',
      'color-scheme:dark',
      'color-scheme:dark',
      'color-scheme:light',
    ])
    expect(free).toContain('@media(prefers-color-scheme:dark){:root:not([data-theme]){')
    expect(free).toContain(':root[data-theme=dark]{')
  })

  test('prints every page in light colors', () => {
    const printed = (themes: Settings['themes']) =>
      /@media print\{:root:root\{.*?color-scheme:(\w+)\}\}$/.exec(
        themeStyles({ ...defaultSettings, themes }),
      )?.[1]
    expect(printed({ default: 'dark', toggeable: false })).toBe('light')
    expect(printed({ default: 'light', toggeable: true })).toBe('light')
    expect(printed({ default: 'light', toggeable: false })).toBeUndefined()
  })
})
