/** The texts that a PDF adds to the pages, in English. `{}` stands for a number. */
const english = {
  contents: 'Contents',
  noPages: 'There are no pages in this space.',
  untitled: 'Untitled',
  details: 'Details',
  tab: 'Tab {}',
  step: 'Step {}',
  done: 'Done',
  toDo: 'To do',
  prompt: 'Prompt',
  diagram: 'Mermaid diagram',
  onlyIf: 'Shown only if {}',
}

export type PdfTexts = Readonly<typeof english>

/** Texts by language, with those that the sites have. */
const textsByLanguage: Readonly<Record<string, PdfTexts>> = {
  en: english,
  de: {
    contents: 'Inhalt',
    noPages: 'In diesem Bereich gibt es keine Seiten.',
    untitled: 'Ohne Titel',
    details: 'Details',
    tab: 'Tab {}',
    step: 'Schritt {}',
    done: 'Erledigt',
    toDo: 'Zu erledigen',
    prompt: 'Prompt',
    diagram: 'Mermaid-Diagramm',
    onlyIf: 'Nur sichtbar, wenn {}',
  },
  fr: {
    contents: 'Sommaire',
    noPages: 'Cet espace ne contient aucune page.',
    untitled: 'Sans titre',
    details: 'Détails',
    tab: 'Onglet {}',
    step: 'Étape {}',
    done: 'Terminé',
    toDo: 'À faire',
    prompt: 'Prompt',
    diagram: 'Diagramme Mermaid',
    onlyIf: 'Visible seulement si {}',
  },
  es: {
    contents: 'Contenido',
    noPages: 'No hay páginas en este espacio.',
    untitled: 'Sin título',
    details: 'Detalles',
    tab: 'Pestaña {}',
    step: 'Paso {}',
    done: 'Hecho',
    toDo: 'Por hacer',
    prompt: 'Prompt',
    diagram: 'Diagrama de Mermaid',
    onlyIf: 'Visible solo si {}',
  },
  nl: {
    contents: 'Inhoud',
    noPages: 'Er zijn geen pagina’s in deze ruimte.',
    untitled: 'Zonder titel',
    details: 'Details',
    tab: 'Tabblad {}',
    step: 'Stap {}',
    done: 'Gedaan',
    toDo: 'Te doen',
    prompt: 'Prompt',
    diagram: 'Mermaid-diagram',
    onlyIf: 'Alleen zichtbaar als {}',
  },
  no: {
    contents: 'Innhold',
    noPages: 'Det finnes ingen sider i dette området.',
    untitled: 'Uten tittel',
    details: 'Detaljer',
    tab: 'Fane {}',
    step: 'Trinn {}',
    done: 'Ferdig',
    toDo: 'Å gjøre',
    prompt: 'Ledetekst',
    diagram: 'Mermaid-diagram',
    onlyIf: 'Vises bare hvis {}',
  },
  'pt-br': {
    contents: 'Sumário',
    noPages: 'Não há páginas neste espaço.',
    untitled: 'Sem título',
    details: 'Detalhes',
    tab: 'Aba {}',
    step: 'Etapa {}',
    done: 'Concluído',
    toDo: 'A fazer',
    prompt: 'Prompt',
    diagram: 'Diagrama Mermaid',
    onlyIf: 'Visível somente se {}',
  },
  zh: {
    contents: '目录',
    noPages: '此空间中没有页面。',
    untitled: '无标题',
    details: '详情',
    tab: '标签页 {}',
    step: '步骤 {}',
    done: '已完成',
    toDo: '待办',
    prompt: '提示词',
    diagram: 'Mermaid 图表',
    onlyIf: '仅在满足以下条件时显示：{}',
  },
  ja: {
    contents: '目次',
    noPages: 'このスペースにはページがありません。',
    untitled: '無題',
    details: '詳細',
    tab: 'タブ {}',
    step: 'ステップ {}',
    done: '完了',
    toDo: '未完了',
    prompt: 'プロンプト',
    diagram: 'Mermaid 図',
    onlyIf: '次の条件の場合のみ表示：{}',
  },
}

/** Returns the texts in a language, or in English. */
export const pdfTexts = (language: string | undefined): PdfTexts =>
  (language === undefined ? undefined : textsByLanguage[language]) ?? english

/** Returns the text with a number in its place. */
export const numbered = (text: string, number: number): string => text.replace('{}', String(number))

/** Returns the day as it is written in a language; English without a country has the day before the month. */
export const dayIn = (date: Date, language: string | undefined): string =>
  date.toLocaleDateString(language === undefined || language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
