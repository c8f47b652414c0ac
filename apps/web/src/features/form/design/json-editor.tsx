import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import {
  bracketMatching,
  defaultHighlightStyle,
  HighlightStyle,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language'
import { linter, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'
import { findFault, readStructured, type Refused } from './read-structured.ts'

interface Props {
  label: string
  start: string
  onChange: (text: string) => void
  refused: Refused | null
}

/** The editor uses the page's colours, so that it follows the dark theme. */
const look = EditorView.theme({
  '&': { border: '1px solid var(--line-strong)', borderRadius: '6px', background: 'var(--surface)' },
  '&.cm-focused': { outline: '2px solid var(--brand)' },
  '.cm-scroller': {
    minHeight: '240px',
    maxHeight: '50vh',
    fontFamily: 'ui-monospace, monospace',
    lineHeight: '1.6',
  },
  '.cm-gutters': { background: 'var(--surface-2)', color: 'var(--text-3)', borderColor: 'var(--line)' },
  '.cm-content': { caretColor: 'var(--text)' },
})

/** CodeMirror's own colours suit a white background only; the chart colours suit both themes. */
const COLOURS: Record<string, string> = { '#a11': 'chart-5', '#164': 'chart-2', '#219': 'chart-4' }
const colours = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) => ({
    ...spec,
    ...(spec['color'] && { color: `var(--${COLOURS[String(spec['color'])] ?? 'brand'})` }),
  })),
)

const words = EditorState.phrases.of({
  'Control character': '控制字符',
  'No diagnostics': '没有错误',
  Diagnostics: '错误',
})

/** CodeMirror for JSON: line numbers, two spaces per level, and a mark at the first syntax error. */
export default function JsonEditor({ label, start, onChange, refused }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (!box.current) return
    const editor = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: start,
        extensions: [
          lineNumbers(),
          history(),
          bracketMatching(),
          json(),
          syntaxHighlighting(colours),
          EditorState.tabSize.of(2),
          indentUnit.of('  '),
          EditorView.lineWrapping,
          lintGutter(),
          linter((v) => marksIn(v.state.doc.toString())),
          keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString())
          }),
          words,
          look,
        ],
      }),
    })
    view.current = editor
    editor.focus()
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [label, start])
  useEffect(() => {
    const editor = view.current
    if (!editor || !refused) return
    const from = Math.min(refused.offset ?? 0, editor.state.doc.length)
    const to = Math.min(from + 1, editor.state.doc.length)
    editor.dispatch(
      setDiagnostics(editor.state, [{ from, to, severity: 'error', message: refused.message }]),
      { selection: { anchor: from }, scrollIntoView: true },
    )
    editor.focus()
  }, [refused])
  return <div ref={box} className="fd-editor" data-invalid={refused ? true : undefined} />
}

function marksIn(text: string): { from: number; to: number; severity: 'error'; message: string }[] {
  if (text.trim() === '') return []
  const read = readStructured(text)
  const at = 'message' in read ? (read.offset ?? findFault(text)) : null
  if (at === null || !('message' in read)) return []
  return [{ from: at, to: Math.min(at + 1, text.length), severity: 'error', message: read.message }]
}
