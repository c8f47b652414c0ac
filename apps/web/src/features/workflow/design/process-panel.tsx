import { Switch } from 'antd'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { Prop } from '../../../ui/form/prop.tsx'
import { useStore } from '../../../lib/store.ts'
import { useBoundForm, useFormOptions } from './design.queries.ts'
import { StarterList } from './starter-list.tsx'
import { useDrawing, useStudio, type About } from './studio.ts'
import { TypedText } from './typed-text.tsx'

export const findBoundForm = (process: { get(name: string): unknown }): number | null => {
  const form = process.get('portal:form')
  return typeof form === 'number' ? form : null
}

/** The settings of the process as a whole. */
export function ProcessPanel() {
  const { drawing } = useDrawing()
  const { about: store } = useStudio()
  const about = useStore(store)
  const root = drawing.root()
  const process = root.businessObject
  const form = findBoundForm(process)
  const bound = useBoundForm({ params: { id: form ?? 0 } }, { enabled: form !== null })
  const name = process.get('name')
  const put = (change: Partial<About>) => store.set({ ...about, ...change })
  return (
    <>
      <TypedText
        label="流程名称"
        value={typeof name === 'string' ? name : ''}
        maxLength={60}
        onChange={(text) => drawing.change(root, { name: text })}
      />
      <TypedText
        label="分类"
        value={about.category}
        maxLength={30}
        hint="发起流程时按分类查找"
        onChange={(category) => put({ category })}
      />
      <TypedText
        label="说明"
        value={about.description}
        maxLength={500}
        rows={3}
        onChange={(description) => put({ description })}
      />
      <Prop
        label="绑定的表单"
        fault={bound.error && form !== null ? '该表单没有发布或已停用，请重新选择' : null}
        hint="发起时填写；条件和字段权限以它的字段为准。只能选择已发布的表单"
      >
        {({ id }) => (
          <AsyncSelect
            id={id}
            value={form}
            known={form === null ? undefined : { value: form, label: bound.data?.name ?? `编号 ${form}` }}
            useOptions={useFormOptions}
            placeholder="选择或搜索表单"
            onChange={(value) =>
              drawing.change(root, {
                'portal:form': value === null ? undefined : Number(value),
                'portal:formVersion': undefined,
              })
            }
          />
        )}
      </Prop>
      <StarterList />
      <Prop label="允许批量办理" inline hint="办理人可以在待办列表中一次同意或拒绝多项">
        {({ id }) => (
          <Switch
            id={id}
            checked={process.get('portal:batch') === true}
            onChange={(batch) => drawing.change(root, { 'portal:batch': batch || undefined })}
          />
        )}
      </Prop>
    </>
  )
}
