import { catalogue, isLanguage, type Texts } from '../../languages/catalogue.ts'

export type PdfTexts = Texts['pdf']

/** Returns the texts in a language, or in English. */
export const pdfTexts = (language: string | undefined): PdfTexts =>
  catalogue[language !== undefined && isLanguage(language) ? language : 'en'].pdf

export const numbered = (text: string, number: number): string => text.replace('{}', String(number))

/** Returns the day as it is written in a language; English without a country has the day before the month. */
export const dayIn = (date: Date, language: string | undefined): string =>
  date.toLocaleDateString(language === undefined || language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
