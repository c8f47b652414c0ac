import { Button, Tooltip } from 'antd'
import { Icon } from '../../../ui/icon.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { useDrawing } from './studio.ts'

const ALIGN = [
  ['left', '左对齐'],
  ['center', '水平居中'],
  ['right', '右对齐'],
  ['top', '顶端对齐'],
  ['middle', '垂直居中'],
  ['bottom', '底端对齐'],
] as const
const SPREAD = [
  ['horizontal', '水平等距分布'],
  ['vertical', '垂直等距分布'],
] as const

/** The tools of the canvas: undo and redo, arranging, zooming and finding. */
export function ToolBar() {
  const { drawing, now } = useDrawing()
  const zoom = (by: number) => {
    const canvas = drawing.get('canvas')
    canvas.zoom(Math.min(4, Math.max(0.2, canvas.zoom() * by)), 'auto')
  }
  return (
    <div className="bd-tools" role="toolbar" aria-label="画布工具">
      <Tooltip title="撤销（Ctrl+Z）">
        <Button size="small" disabled={!now.canUndo} onClick={() => drawing.undo()}>
          撤销
        </Button>
      </Tooltip>
      <Tooltip title="重做（Ctrl+Y）">
        <Button size="small" disabled={!now.canRedo} onClick={() => drawing.redo()}>
          重做
        </Button>
      </Tooltip>
      <MenuButton
        className="btn bd-small"
        align="left"
        label={
          <>
            对齐和分布 <Icon name="down" size={12} />
          </>
        }
      >
        {ALIGN.map(([type, name]) => (
          <Item
            key={type}
            name={name}
            disabled={now.count < 2}
            onClick={() => drawing.get('editorActions').trigger('alignElements', { type })}
          />
        ))}
        {SPREAD.map(([type, name]) => (
          <Item
            key={type}
            name={name}
            disabled={now.count < 3}
            onClick={() => drawing.get('editorActions').trigger('distributeElements', { type })}
          />
        ))}
      </MenuButton>
      <span className="bd-gap" />
      <Button size="small" aria-label="缩小" onClick={() => zoom(0.8)}>
        －
      </Button>
      <Button size="small" aria-label="放大" onClick={() => zoom(1.25)}>
        ＋
      </Button>
      <Button size="small" onClick={() => drawing.fit()}>
        适应窗口
      </Button>
      <Button size="small" onClick={() => drawing.get('minimap').toggle()}>
        缩略图
      </Button>
      <Button
        size="small"
        // Opened after this click, since the same click would close it again.
        onClick={() => setTimeout(() => drawing.get('editorActions').trigger('find'))}
      >
        查找
      </Button>
    </div>
  )
}

const Item = ({ name, disabled, onClick }: { name: string; disabled: boolean; onClick: () => void }) => (
  <li>
    <button type="button" disabled={disabled} onClick={onClick}>
      {name}
    </button>
  </li>
)
