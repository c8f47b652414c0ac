import { parseAst, type Plugin } from 'vite'

interface Node {
  type: string
  start: number
  end: number
}
/**
 * The browser believes the server: what a call accepts in its address and what it replies are looked at
 * there.
 */
const SERVER_ONLY = new Set(['params', 'query', 'reply'])

/**
 * Leaves out of the browser's program what only the server reads of the contract: of each call the schemas of
 * its address and its reply (forms check bodies), and then the schemas that nothing else uses. To put them
 * together costs a slow phone half a second. Types are not touched by it; a page that read such a schema
 * would find it missing in the built program.
 */
export function leanContract(): Plugin {
  return {
    name: 'portal-lean-contract',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/]/ },
      handler: (code) => ({ code: lean(code), map: null }),
    },
  }
}

export function lean(code: string): string {
  const cuts: Cut[] = []
  for (const node of parseAst(code).body) {
    eachCall(node, (properties) => {
      properties.forEach((p, i) => {
        if (p.key && SERVER_ONLY.has(p.key.name ?? ''))
          cuts.push({ start: p.start, end: properties[i + 1]?.start ?? p.end, text: '' })
      })
    })
    for (const { start, end } of madeAtOnce(node))
      cuts.push({ start, end: start, text: '/* @__PURE__ */ (() => (' }, { start: end, end, text: '))()' })
  }
  return apply(code, cuts)
}

interface Cut {
  start: number
  end: number
  text: string
}

type Property = Node & { key?: { name?: string } }
type Call = Node & { callee: { name?: string }; arguments: (Node & { properties?: Property[] })[] }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
const listChildren = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** `call({ … })`, wherever it stands. */
function eachCall(node: Node, tell: (properties: Property[]) => void): void {
  if (node.type === 'CallExpression' && (node as Call).callee.name === 'call')
    tell((node as Call).arguments[0]?.properties ?? [])
  for (const child of listChildren(node)) eachCall(child, tell)
}

/**
 * What constants of a module begin with, where it has to be made by calling something: nothing in the
 * contract does anything else.
 */
function madeAtOnce(node: Node): Node[] {
  const declared =
    node.type === 'ExportNamedDeclaration' ? (node as Node & { declaration: Node | null }).declaration : node
  if (declared?.type !== 'VariableDeclaration') return []
  return (declared as Node & { declarations: { init: Node | null }[] }).declarations.flatMap(({ init }) =>
    init && calls(init) ? [init] : [],
  )
}
const calls = (node: Node): boolean =>
  node.type === 'CallExpression' || (!/Function/.test(node.type) && listChildren(node).some(calls))

function apply(code: string, cuts: readonly Cut[]): string {
  let at = 0
  let out = ''
  for (const { start, end, text } of cuts.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < at) continue // inside what has been cut away
    out += code.slice(at, start) + text
    at = end
  }
  return out + code.slice(at)
}
