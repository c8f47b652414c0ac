import type { deptCalls, DeptNode } from '@portal/contract/dept/dept'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useMergeDept, usePlaceDept } from '../dept.queries.ts'
import { ParentSelect } from './dept-form.tsx'

interface Props {
  dept: DeptNode
  onDone: () => void
}

/** Moves a dept with its descendants under another one. */
export function MoveDept({ dept, onDone }: Props) {
  const form = useSubmit<typeof deptCalls.place, { parentId?: number | null }>(usePlaceDept(), {
    args: ({ parentId }) => ({ params: { id: dept.id }, body: { parentId: parentId ?? null } }),
    done: '单位已移动',
    after: onDone,
  })
  return (
    <FormPage
      form={form}
      submit="移动单位"
      onCancel={onDone}
      intro={<p className="muted">“{dept.label}”及其下级单位移动到所选单位之下，排在最后。</p>}
    >
      <Field name="parentId" label="移动到" hint="不选则成为最上级单位">
        <ParentSelect without={dept.id} />
      </Field>
    </FormPage>
  )
}

export function MergeDept({ dept, onDone }: Props) {
  const form = useSubmit<typeof deptCalls.merge, { intoId?: number | null }>(useMergeDept(), {
    args: ({ intoId }) => ({ params: { id: dept.id }, body: { intoId: intoId ?? 0 } }),
    done: '单位已合并',
    after: onDone,
  })
  return (
    <FormPage
      form={form}
      submit="合并单位"
      onCancel={onDone}
      intro={
        <>
          <p className="muted">
            {`“${dept.label}”的下级单位、部门职责和岗位并入所选单位，不能恢复。`}
            已有使用、费用或申购记录的，之后停用并归到所选单位之下；没有的，之后删除。
          </p>
          <p className="muted">
            仍有人员、实验室、仪器、房间、经费卡、岗位任职或审核配置属于该单位时不能合并。
          </p>
        </>
      }
    >
      <Field name="intoId" label="合并到" required>
        <ParentSelect without={dept.id} />
      </Field>
    </FormPage>
  )
}
