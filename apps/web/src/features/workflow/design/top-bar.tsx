import { Button } from 'antd'
import {
  workflowStateWords,
  type WorkflowAction,
  type WorkflowDetail,
} from '@portal/contract/workflow/workflow'
import { Link } from 'react-router'
import { formatShort } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { saveText } from '../../../lib/save-text.ts'
import { ask } from '../../../lib/tell.ts'
import { Icon } from '../../../ui/icon.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { workflowTones } from './tones.ts'
import { activateWorkflow, suspendWorkflow } from './design.queries.ts'
import { nameElement } from './outline.ts'
import { useDrawing } from './studio.ts'
import type { Saving } from './use-saving.ts'

interface Props {
  saving: Saving
  isDirty: boolean
  onImport: () => void
  onVersions: () => void
}

/** The actions on the process as a whole. */
export function TopBar({ saving, isDirty, onImport, onVersions }: Props) {
  const { drawing } = useDrawing()
  const { detail, busy, save, check, publish, setDetail } = saving
  const may = (word: WorkflowAction) => detail?.can.includes(word) ?? false
  const root = drawing.root()
  const named = root.businessObject ? nameElement(root) : '流程'
  const name = named === '流程' ? '未命名流程' : named
  const step = async (call: typeof suspendWorkflow, title: string, text: string, ok: string) => {
    if (!detail || !(await ask({ title, text, ok }))) return
    // The call has already shown its failure.
    await call.run({ params: { id: detail.id } }).then(setDetail, () => undefined)
  }
  const exportXml = async () => saveText(await drawing.write(), `${name}.bpmn`, 'application/xml')
  const exportSvg = async () => saveText(await drawing.writeSvg(), `${name}.svg`, 'image/svg+xml')
  return (
    <header className="bd-bar">
      <Link to={to('/bpm/bpm-list')} className="bd-back">
        <Icon name="left" size={16} />
        流程列表
      </Link>
      <h1 title={name}>{name}</h1>
      {detail && <StateTag tone={workflowTones[detail.state]} text={workflowStateWords[detail.state]} />}
      <span className="muted">{describe(detail, isDirty)}</span>
      <div className="bd-bar-actions">
        <Button loading={busy} onClick={() => void check()}>
          校验
        </Button>
        <Button
          type="primary"
          loading={busy}
          disabled={detail !== null && !isDirty}
          onClick={() => void save()}
        >
          保存
        </Button>
        {(may('publish') || (isDirty && may('suspend'))) && (
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
          <Item label="导入 BPMN 文件" onClick={onImport} />
          <Item label="导出 BPMN 文件" onClick={() => void exportXml()} />
          <Item label="导出 SVG 图片" onClick={() => void exportSvg()} />
          {detail && <Item label="历史版本" onClick={onVersions} />}
          {may('suspend') && (
            <Item
              label="停用"
              onClick={() =>
                void step(suspendWorkflow, '停用这个流程？', '停用后不能再发起，进行中的继续办理。', '停用')
              }
            />
          )}
          {may('activate') && (
            <Item
              label="重新启用"
              onClick={() =>
                void step(activateWorkflow, '重新启用这个流程？', '启用后可以继续发起。', '启用')
              }
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

function describe(detail: WorkflowDetail | null, isDirty: boolean): string {
  if (isDirty) return '有未保存的修改'
  if (!detail) return ''
  const saved = `${formatShort(detail.changedAt)} 保存`
  if (detail.hasChanges) return `${saved}，与已发布的版本不同`
  return detail.hasNewForm ? `${saved}，绑定的表单有新版本，重新发布后使用` : saved
}
