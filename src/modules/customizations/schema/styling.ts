import type { FieldBuilder } from '../../../graph/declare/connection.ts'
import { builder } from '../../../graphql/builder.ts'
import { codeThemeOf } from '../defaults.ts'
import * as enums from '../enums.ts'
import type { CodeTheme, Styling as StylingShape, Themed, ThemedCode } from '../settings.ts'

export const ThemedColor = builder.objectRef<Themed>('ThemedColor').implement({
  description: 'A color for each theme.',
  fields: (t) => ({
    light: t.exposeString('light', { description: 'Color in the light theme, as `#rgb` or `#rrggbb`.' }),
    dark: t.exposeString('dark', { description: 'Color in the dark theme, as `#rgb` or `#rrggbb`.' }),
  }),
})

const Tint = builder.objectRef<{ readonly color: Themed }>('CustomizationTint').implement({
  description: 'A tint of the header, the sidebar and the background.',
  fields: (t) => ({ color: t.expose('color', { type: ThemedColor, description: 'Color of the tint.' }) }),
})

const Sidebar = builder.objectRef<StylingShape['sidebar']>('CustomizationSidebar').implement({
  description: 'Style of the sidebar.',
  fields: (t) => ({
    background: t.expose('background', {
      type: enums.SidebarBackgroundEnum,
      description: 'Background of the sidebar.',
    }),
    list: t.expose('list', { type: enums.SidebarListEnum, description: 'Style of the items.' }),
  }),
})

const ThemedCodeType = builder.objectRef<ThemedCode>('CustomizationThemedCode').implement({
  description: 'The colors of code for each theme.',
  fields: (t) => ({
    light: t.expose('light', { type: enums.CodeThemeEnum, description: 'Colors for the light theme.' }),
    dark: t.expose('dark', { type: enums.CodeThemeEnum, description: 'Colors for the dark theme.' }),
  }),
})

const CodeThemes = builder.objectRef<CodeTheme>('CustomizationCodeThemes').implement({
  description: 'The colors of code.',
  fields: (t) => ({
    default: t.expose('default', { type: ThemedCodeType, description: 'Colors of blocks of code.' }),
    openapi: t.expose('openapi', {
      type: ThemedCodeType,
      description: 'Colors of code in the documentation of APIs.',
    }),
  }),
})

/** Returns the argument for members that are null if they are not chosen. */
export const orDefault = <Parent>({ arg }: Pick<FieldBuilder<Parent>, 'arg'>) =>
  arg.boolean({ description: 'Whether to return the default instead of null. Defaults to false.' })

export const Styling = builder.objectRef<StylingShape>('CustomizationStyling').implement({
  description: 'Colors, shapes and fonts.',
  fields: (t) => {
    const color = (
      name: 'primaryColor' | 'infoColor' | 'successColor' | 'warningColor' | 'dangerColor',
      description: string,
    ) => t.expose(name, { type: ThemedColor, description })
    return {
      theme: t.expose('theme', {
        type: enums.ThemeEnum,
        description: 'The theme, which is the overall style of the site.',
      }),
      primaryColor: color('primaryColor', 'Color of links and highlighted elements.'),
      tint: t.expose('tint', {
        type: Tint,
        nullable: true,
        description: 'Tint of the header, the sidebar and the background. Null if not set.',
      }),
      infoColor: color('infoColor', 'Color of hints for information.'),
      successColor: color('successColor', 'Color of hints for success.'),
      warningColor: color('warningColor', 'Color of hints for warnings.'),
      dangerColor: color('dangerColor', 'Color of hints for dangers.'),
      corners: t.expose('corners', { type: enums.CornersEnum, description: 'Shape of corners.' }),
      depth: t.expose('depth', { type: enums.DepthEnum, description: 'Depth of elements.' }),
      links: t.expose('links', { type: enums.LinksStyleEnum, description: 'Style of links in text.' }),
      font: t.expose('font', { type: 'CustomizationFont', description: 'The font of text.' }),
      headingFont: t.expose('headingFont', {
        type: 'CustomizationFont',
        nullable: true,
        description: 'The font of headings. Null if it is that of text.',
        extensions: { rest: { keepNull: true } },
      }),
      monospaceFont: t.expose('monospaceFont', {
        type: 'CustomizationMonospaceFont',
        description: 'The font of code.',
      }),
      background: t.expose('background', {
        type: enums.BackgroundEnum,
        description: 'Background of pages.',
        deprecationReason: 'Use `tint`.',
      }),
      icons: t.expose('icons', { type: enums.IconsStyleEnum, description: 'The style of icons.' }),
      codeTheme: t.field({
        type: CodeThemes,
        nullable: true,
        description: 'The colors of code. Null if they are not chosen.',
        args: { orDefault: orDefault(t) },
        resolve: (styling, { orDefault }) => (orDefault || styling.codeTheme ? codeThemeOf(styling) : null),
      }),
      sidebar: t.expose('sidebar', { type: Sidebar, description: 'Style of the sidebar.' }),
      search: t.expose('search', { type: enums.SearchStyleEnum, description: 'Style of the search field.' }),
    }
  },
})
