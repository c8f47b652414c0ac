import { Button, Tooltip } from 'antd'
import { formStateWords } from '@portal/contract/form/form'
import { Link } from 'react-router'
import { formatShort } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { ask, askReason } from '../../../lib/tell.ts'
import { Icon } from '../../../ui/icon.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { formTones, RETIRED } from './form-states.ts'
import { isDirty, useDesign, useDesigner } from './designer.ts'
import { reopenForm, retireForm } from './design.queries.ts'
import type { Saving } from './use-saving.ts'

interface Props {
  saving: Saving
  onPreview: () => void
  onImport: () => void
  onExport: () => void
  onVersions: () => void
}

/** The actions on the form as a whole. */
export function TopBar({ saving, onPreview, onImport, onExport, onVersions }: Props) {
  const { undo, redo } = useDesigner()
  const name = useDesign(({ about }) => about.name)
  const dirty = useDesign(isDirty)
  const past = useDesign(({ design }) => design.past.length)
  const future = useDesign(({ design }) => design.future.length)
  const { detail, busy, save, publish, setDetail } = saving
  const may = (word: NonNullable<typeof detail>['can'][number]) => detail?.can.includes(word) ?? false
  const step = async (call: typeof retireForm, title: string, text: string, ok: string) => {
    if (!detail || !(await ask({ title, text, ok }))) return
    // The call has already shown its failure.
    await call.run({ params: { id: detail.id } }).then(setDetail, () => undefined)
  }
  const saveWithNote = async () => {
    const note = await askReason({
      title: '保存并说明修改',
      ok: '保存',
      reason: { label: '修改说明', required: true, maxLength: 200 },
    })
    if (note !== null) await save({ note })
  }
  return (
    <header className="fd-bar">
      <Link to={to('/form-create/form-design')} className="fd-back">
        <Icon name="left" size={16} />
        我的表单
      </Link>
      <h1 title={name}>{name || '未命名表单'}</h1>
      {detail && <StateTag tone={formTones[detail.state]} text={formStateWords[detail.state]} />}
      <span className="fd-saved muted">
        {describe(detail?.changedAt, detail?.hasChanges === true, dirty)}
      </span>
      <div className="fd-bar-actions">
        <Tooltip title="撤销（Ctrl+Z）">
          <Button disabled={past === 0} onClick={undo}>
            撤销
          </Button>
        </Tooltip>
        <Tooltip title="重做（Ctrl+Y）">
          <Button disabled={future === 0} onClick={redo}>
            重做
          </Button>
        </Tooltip>
        <Button onClick={onPreview}>预览</Button>
        <Button
          type="primary"
          loading={busy}
          disabled={detail !== null && !dirty}
          onClick={() => void save()}
        >
          保存
        </Button>
        {may('publish') && (
          <Button loading={busy} onClick={() => void publish()}>
            发布
          </Button>
        )}
        <MenuButton
          className="btn"
          label={
            <>
              更多 <Icon name="down" size={13} />
            </>
          }
        >
          <Item label="导入" onClick={onImport} />
          <Item label="导出" onClick={onExport} />
          {detail && <Item label="保存并说明" onClick={() => void saveWithNote()} />}
          {detail && <Item label="修改记录" onClick={onVersions} />}
          {may('retire') && (
            <Item label="停用" onClick={() => void step(retireForm, '停用这个表单？', RETIRED, '停用')} />
          )}
          {may('reopen') && (
            <Item
              label="重新启用"
              onClick={() => void step(reopenForm, '重新启用这个表单？', '启用后可以继续填写。', '启用')}
            />
          )}
        </MenuButton>
      </div>
    </header>
  )
}

const Item = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <li>
    <button type="button" onClick={onClick}>
      {label}
    </button>
  </li>
)

function describe(at: string | undefined, hasChanges: boolean, dirty: boolean): string {
  if (dirty) return '有未保存的修改'
  if (at === undefined) return ''
  return `${formatShort(at)} 保存${hasChanges ? '，与已发布的版本不同' : ''}`
}
