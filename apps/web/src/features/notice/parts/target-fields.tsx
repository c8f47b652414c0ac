import { Select, TreeSelect } from 'antd'
import { useId } from 'react'
import { keepPresent, listOpen } from '../../../ui/list/options.ts'
import { useCodeLabels } from '../../dictionary/shared/code-options.ts'
import { useDeptTree, useTargets } from '../notice.queries.ts'
import './target-fields.css'

interface Targets {
  deptIds: number[]
  roleIds: number[]
  userTypes: string[]
}
interface Props {
  id?: string
  value?: Targets
  onChange?: (value: Targets) => void
}
const nobody: Targets = { deptIds: [], roleIds: [], userTypes: [] }

/** Depts, roles and kinds of user; a user in any of them is addressed. */
export function TargetFields({ id, value = nobody, onChange }: Props) {
  const { data: depts } = useDeptTree({}, { staleTime: 60_000 })
  const { data: choices } = useTargets({}, { staleTime: 60_000 })
  const typeLabels = useCodeLabels('campus_user_type')
  const types = value.userTypes.reduce((options, type) => {
    const label = typeLabels.get(type)
    return keepPresent(options, label === undefined ? null : { value: type, label })
  }, choices?.userTypes ?? [])
  const own = useId()
  const set = (part: Partial<Targets>) => onChange?.({ ...value, ...part })
  return (
    <div className="targets" id={id} role="group" aria-label="指定对象">
      <label htmlFor={`${own}-dept`}>单位</label>
      <TreeSelect
        id={`${own}-dept`}
        multiple
        allowClear
        showSearch={{ treeNodeFilterProp: 'label' }}
        treeData={listOpen(depts?.content ?? [], value.deptIds)}
        fieldNames={{ label: 'label', value: 'id', children: 'children' }}
        loading={!depts}
        placeholder="不按单位限定"
        value={value.deptIds}
        onChange={(deptIds: number[]) => set({ deptIds })}
      />
      <label htmlFor={`${own}-role`}>角色</label>
      <Select
        id={`${own}-role`}
        mode="multiple"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        options={choices?.roles.map((r) => ({ value: r.id, label: r.name })) ?? []}
        loading={!choices}
        placeholder="不按角色限定"
        value={value.roleIds}
        onChange={(roleIds: number[]) => set({ roleIds })}
      />
      <label htmlFor={`${own}-type`}>用户类型</label>
      <Select
        id={`${own}-type`}
        mode="multiple"
        allowClear
        options={types}
        loading={!choices}
        placeholder="不按用户类型限定"
        value={value.userTypes}
        onChange={(userTypes: string[]) => set({ userTypes })}
      />
    </div>
  )
}
