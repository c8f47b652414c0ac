import { ENVELOPE, SERVICE } from './soap.ts'
import { buildXml, findChild, listChildren, parseXml, readText, type XmlElement } from '../xml/xml.ts'

/**
 * A small substitute for the national platform, for tests and the demo. It refuses what the real one is known
 * to refuse: a row that was submitted (auditStatus 0) is locked until it is rejected, and a row equal to last
 * year's is not accepted. It keeps its data in memory.
 */
export interface Receiver {
  answer(envelope: string): { status: number; body: string }
}
interface Held {
  content: string
  /** −1: uploaded; 0: submitted, and so locked. */
  auditStatus: -1 | 0
}
/** Row types whose content may be the same every year: imports. */
const SAME_EACH_YEAR = ['5']

export function createReceiver({ user, password }: { user: string; password: string }): Receiver {
  const held = new Map<string, Held>()
  const findPlace = (type: string, year: number, key: string) => `${type} ${year} ${key}`

  function take(type: string, year: number, row: XmlElement): Result {
    const key = findAttribute(row, '@key')
    const { '@key': _key, '@hash': _hash, ...content } = row
    const said = JSON.stringify(content)
    const place = findPlace(type, year, key)
    const known = held.get(place)
    if (known?.content === said) return { key, status: '1', message: '已接收' }
    if (known?.auditStatus === 0)
      return { key, status: '0', code: 'LOCKED', message: '该条数据已提交审核，退回前不能修改' }
    if (!SAME_EACH_YEAR.includes(type) && held.get(findPlace(type, year - 1, key))?.content === said)
      return { key, status: '0', code: 'IDENTICAL', message: '数据与上一年度完全相同，不予接收' }
    held.set(place, { content: said, auditStatus: -1 })
    return { key, status: '1', message: '已接收' }
  }

  /** Submitting and rejecting are done on the platform itself: the unit submits, its auditor rejects. */
  function mark(type: string, year: number, row: XmlElement, auditStatus: Held['auditStatus']): Result {
    const key = findAttribute(row, '@key')
    const known = held.get(findPlace(type, year, key))
    if (!known) return { key, status: '0', code: 'UNKNOWN', message: '没有该条数据' }
    held.set(findPlace(type, year, key), { ...known, auditStatus })
    return { key, status: '1', message: '已处理' }
  }

  return {
    answer(envelope) {
      const body = findChild(findChild(parseXml(envelope), 'Envelope'), 'Body')
      for (const operation of ['upload', 'submit', 'reject'] as const) {
        const asked = findChild(body, operation)
        if (!asked) continue
        if (readText(asked, 'user') !== user || readText(asked, 'password') !== password)
          return fault('soap:Client', '用户名或密码不正确')
        const [type, year] = [readText(asked, 'instruType'), Number(readText(asked, 'year'))]
        const rows = listChildren(findChild(asked, 'rows'), 'row')
        const results = rows.map((row) =>
          operation === 'upload'
            ? take(type, year, row)
            : mark(type, year, row, operation === 'submit' ? 0 : -1),
        )
        return { status: 200, body: wrap({ [`n:${operation}Response`]: { result: results } }) }
      }
      return fault('soap:Client', '不能识别的请求')
    },
  }
}

interface Result extends XmlElement {
  key: string
  status: '0' | '1'
  message: string
}
const findAttribute = (element: XmlElement, name: string): string => {
  const value = element[name]
  return typeof value === 'string' ? value : ''
}
const wrap = (body: XmlElement): string =>
  buildXml({ 'soap:Envelope': { '@xmlns:soap': ENVELOPE, '@xmlns:n': SERVICE, 'soap:Body': body } })
const fault = (code: string, text: string) => ({
  status: 500,
  body: wrap({ 'soap:Fault': { faultcode: code, faultstring: text } }),
})
