import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BoldOutlined,
  ClearOutlined,
  ItalicOutlined,
  LineOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { Button, Tooltip } from 'antd'
import { useEffect, useReducer, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { AltRow, LinkRow } from './extra-rows.tsx'

interface Tool {
  name: string
  face: ReactNode
  /** Whether the button appears pressed for the selection. */
  on?: (e: Editor) => boolean
  can?: (e: Editor) => boolean
  do: (c: ChainedCommands, e: Editor) => ChainedCommands
}

const tools: readonly (readonly Tool[])[] = [
  [
    { name: '加粗', face: <BoldOutlined />, on: (e) => e.isActive('bold'), do: (c) => c.toggleBold() },
    { name: '斜体', face: <ItalicOutlined />, on: (e) => e.isActive('italic'), do: (c) => c.toggleItalic() },
    {
      name: '下划线',
      face: <UnderlineOutlined />,
      on: (e) => e.isActive('underline'),
      do: (c) => c.toggleUnderline(),
    },
    {
      name: '删除线',
      face: <StrikethroughOutlined />,
      on: (e) => e.isActive('strike'),
      do: (c) => c.toggleStrike(),
    },
    { name: '清除格式', face: <ClearOutlined />, do: (c) => c.unsetAllMarks().clearNodes() },
  ],
  [
    {
      name: '一级标题',
      face: '标题',
      on: (e) => e.isActive('heading', { level: 2 }),
      do: (c) => c.toggleHeading({ level: 2 }),
    },
    {
      name: '小标题（二级）',
      face: '小标题',
      on: (e) => e.isActive('heading', { level: 3 }),
      do: (c) => c.toggleHeading({ level: 3 }),
    },
    { name: '引用', face: '引用', on: (e) => e.isActive('blockquote'), do: (c) => c.toggleBlockquote() },
    {
      name: '项目符号',
      face: <UnorderedListOutlined />,
      on: (e) => e.isActive('bulletList'),
      do: (c) => c.toggleBulletList(),
    },
    {
      name: '编号',
      face: <OrderedListOutlined />,
      on: (e) => e.isActive('orderedList'),
      do: (c) => c.toggleOrderedList(),
    },
  ],
  [
    {
      name: '左对齐',
      face: <AlignLeftOutlined />,
      on: (e) => e.isActive({ textAlign: 'left' }),
      do: (c) => c.toggleTextAlign('left'),
    },
    {
      name: '居中',
      face: <AlignCenterOutlined />,
      on: (e) => e.isActive({ textAlign: 'center' }),
      do: (c) => c.toggleTextAlign('center'),
    },
    {
      name: '右对齐',
      face: <AlignRightOutlined />,
      on: (e) => e.isActive({ textAlign: 'right' }),
      do: (c) => c.toggleTextAlign('right'),
    },
  ],
  [
    {
      name: '插入表格',
      face: <TableOutlined />,
      can: (e) => !e.isActive('table'),
      do: (c) => c.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
    },
    { name: '分隔线', face: <LineOutlined />, do: (c) => c.setHorizontalRule() },
  ],
  [
    { name: '撤销', face: <UndoOutlined />, can: (e) => e.can().undo(), do: (c) => c.undo() },
    { name: '重做', face: <RedoOutlined />, can: (e) => e.can().redo(), do: (c) => c.redo() },
  ],
]

const inTable: readonly Tool[] = [
  { name: '上插行：在上方插入行', face: '上插行', do: (c) => c.addRowBefore() },
  { name: '下插行：在下方插入行', face: '下插行', do: (c) => c.addRowAfter() },
  { name: '左插列：在左侧插入列', face: '左插列', do: (c) => c.addColumnBefore() },
  { name: '右插列：在右侧插入列', face: '右插列', do: (c) => c.addColumnAfter() },
  { name: '合并单元格', face: '合并', can: (e) => e.can().mergeCells(), do: (c) => c.mergeCells() },
  { name: '拆分单元格', face: '拆分', can: (e) => e.can().splitCell(), do: (c) => c.splitCell() },
  { name: '表头行', face: '表头', do: (c) => c.toggleHeaderRow() },
  { name: '删行：删除所在行', face: '删行', do: (c) => c.deleteRow() },
  { name: '删列：删除所在列', face: '删列', do: (c) => c.deleteColumn() },
  { name: '删表：删除整个表格', face: '删表', do: (c) => c.deleteTable() },
]

interface Props {
  editor: Editor
  disabled: boolean
  label: string
  /** Without it the picture button is hidden. */
  onPictures: ((files: readonly File[]) => void) | undefined
}

/** One tab stop for all buttons; arrow keys move between them. */
export function Toolbar({ editor, disabled, label, onPictures }: Props) {
  const [, draw] = useReducer((n: number) => n + 1, 0)
  const [linking, setLinking] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  useEffect(() => {
    editor.on('transaction', draw)
    return () => void editor.off('transaction', draw)
  }, [editor])

  const findTool = (t: Tool, first = false) => (
    <ToolButton
      key={t.name}
      name={t.name}
      pressed={t.on?.(editor)}
      disabled={disabled || (t.can ? !t.can(editor) : false)}
      first={first}
      onClick={() => t.do(editor.chain().focus(), editor).run()}
    >
      {t.face}
    </ToolButton>
  )
  const [marks = [], ...rest] = tools
  return (
    <div className="rich-tools">
      <div
        role="toolbar"
        tabIndex={-1}
        aria-label={`${label}的排版工具`}
        className="rich-bar"
        onKeyDown={walk}
      >
        <span>{marks.map((t, i) => findTool(t, i === 0))}</span>
        {rest.slice(0, 2).map((group) => (
          <span key={group[0]?.name}>{group.map((t) => findTool(t))}</span>
        ))}
        <span>
          <ToolButton
            name="链接"
            pressed={linking || editor.isActive('link')}
            disabled={disabled}
            onClick={() => setLinking(!linking)}
          >
            <LinkOutlined />
          </ToolButton>
          {onPictures && (
            <ToolButton name="插入图片" disabled={disabled} onClick={() => file.current?.click()}>
              <PictureOutlined />
            </ToolButton>
          )}
          {rest[2]?.map((t) => findTool(t))}
        </span>
        <span>{rest[3]?.map((t) => findTool(t))}</span>
        {editor.isActive('table') && <span>{inTable.map((t) => findTool(t))}</span>}
      </div>
      {onPictures && (
        <input
          ref={file}
          type="file"
          className="sr-only"
          tabIndex={-1}
          aria-label="选择图片"
          multiple
          accept="image/jpeg,image/png,image/webp,image/gif"
          onChange={(e) => {
            onPictures([...(e.target.files ?? [])])
            e.target.value = '' // so that choosing the same file again triggers a change
          }}
        />
      )}
      {linking && !disabled && <LinkRow editor={editor} onDone={() => setLinking(false)} />}
      {editor.isActive('image') && !disabled && <AltRow editor={editor} />}
    </div>
  )
}

interface ToolButtonProps {
  name: string
  children: ReactNode
  pressed?: boolean | undefined
  disabled?: boolean
  first?: boolean
  onClick: () => void
}
function ToolButton({ name, children, pressed, disabled = false, first = false, onClick }: ToolButtonProps) {
  return (
    <Tooltip title={name} mouseEnterDelay={0.4}>
      <Button
        type="text"
        size="small"
        aria-label={name}
        aria-pressed={pressed}
        disabled={disabled}
        tabIndex={first ? 0 : -1}
        className={pressed ? 'rich-on' : ''}
        // A mouse press must not remove the text's selection.
        onMouseDown={(e) => e.preventDefault()}
        onClick={onClick}
      >
        {children}
      </Button>
    </Tooltip>
  )
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }
function walk(e: KeyboardEvent<HTMLElement>): void {
  const step = steps[e.key]
  const buttons = [...e.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  const next =
    e.key === 'Home'
      ? buttons[0]
      : e.key === 'End'
        ? buttons.at(-1)
        : step === undefined
          ? undefined
          : buttons[(at + step + buttons.length) % buttons.length]
  if (!next) return
  e.preventDefault()
  next.focus()
}
