import { createRequire } from 'node:module'
import type * as FastXml from 'fast-xml-parser'

/** Loaded only when a document is read or written. */
const require = createRequire(import.meta.url)
const fastXml = () => require('fast-xml-parser') as typeof FastXml

/**
 * The content of an element: text, elements by name, or several of one name. Names that begin with `@` are
 * attributes, `#text` is text beside them.
 */
export type XmlValue = string | undefined | XmlElement | readonly XmlValue[]
export interface XmlElement {
  readonly [name: string]: XmlValue
}

/**
 * Builds a document as text. `encoding` is only written into its declaration, for callers that
 * encode the text otherwise.
 */
export function buildXml(root: XmlElement, encoding = 'UTF-8', indented = false): string {
  const builder = new (fastXml().XMLBuilder)({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    format: indented,
    suppressEmptyNode: false,
    processEntities: true,
  })
  return `<?xml version="1.0" encoding="${encoding}"?>\n${builder.build(root)}`
}

/**
 * Parses XML. Undefined if it is malformed or has a document type, because declared entities
 * could expand without limit.
 */
export function parseXml(text: string): XmlElement | undefined {
  const { XMLParser, XMLValidator } = fastXml()
  if (/<!doctype/i.test(text) || XMLValidator.validate(text) !== true) return undefined
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: true,
    ignoreDeclaration: true,
  })
  try {
    return parser.parse(text) as XmlElement
  } catch {
    // Well-formed, but too deep or with a name that the library refuses.
    return undefined
  }
}

/** The child element of that name, or the first of several. */
export function findChild(element: XmlValue, name: string): XmlElement | undefined {
  const found = isElement(element) ? listValues(element[name])[0] : undefined
  return isElement(found) ? found : undefined
}
export const listChildren = (element: XmlValue, name: string): XmlElement[] =>
  isElement(element) ? listValues(element[name]).filter(isElement) : []
/** The text of a child element; empty if there is none. */
export function readText(element: XmlValue, name: string): string {
  const found = isElement(element) ? listValues(element[name])[0] : undefined
  if (typeof found === 'string') return found
  const text = isElement(found) ? found['#text'] : undefined
  return typeof text === 'string' ? text : ''
}
/** An element, or the several of one name; none if there is none. */
export const listValues = (value: XmlValue): readonly XmlValue[] =>
  // Array.isArray does not narrow readonly arrays
  value === undefined ? [] : Array.isArray(value) ? value : [value as XmlValue]
export const isElement = (value: XmlValue): value is XmlElement =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
