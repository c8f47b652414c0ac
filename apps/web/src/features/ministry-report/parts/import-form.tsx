import { Checkbox, Select } from 'antd'
import { isOfColleges, type LayoutTable } from '@portal/contract/ministry-report/layout'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button } from '../../../ui/light.tsx'
import { useDeptOptions } from '../../dept/shared/dept-options.ts'
import { importRule, saveTemplate, useImportRows } from '../ministry-report.queries.ts'

interface Values {
  files?: readonly File[]
  deptId?: number
  replace?: boolean
}

/** The surrounding field passes its value. */
const SheetFile = (
  props: Partial<Pick<Parameters<typeof UploadField<File>>[0], 'id' | 'value' | 'onChange'>>,
) => importRule && <UploadField<File> {...props} rule={importRule} label="选择 Excel 或 CSV 文件" />

/** Imports rows from a spreadsheet: all of them, or none and a list of faults by row and column. */
export function ImportForm({
  year,
  table,
  typed,
  onDone,
}: {
  year: number
  table: LayoutTable
  typed: boolean
  onDone: () => void
}) {
  const depts = useDeptOptions()
  const write = useImportRows()
  const form = useSubmit<typeof write.call, Values>(write, {
    args: (v) => ({
      body: {
        year,
        tab: table.tab,
        ...(v.deptId !== undefined && { deptId: v.deptId }),
        ...(v.replace && { replace: 'true' as const }),
      },
      ...(v.files && { files: v.files }),
    }),
    done: ({ added, replaced }) =>
      typed ? `已导入 ${added} 行${replaced > 0 ? `，替换原有 ${replaced} 行` : ''}` : '已导入',
    after: onDone,
  })
  return (
    <FormPage
      form={form}
      submit="导入"
      onCancel={onDone}
      intro={
        <>
          <p className="muted">
            Excel（.xlsx）或
            CSV，第一行为列名。逐行校验当年版式的格式、代码和宽度，有误时按行列指出，不会导入一部分。
          </p>
          <p>
            <Button icon="download" onClick={() => void saveTemplate(year, table.tab).catch(() => undefined)}>
              下载模板
            </Button>
          </p>
        </>
      }
    >
      <Field name="files" label="文件">
        <SheetFile />
      </Field>
      {isOfColleges(table.tab) ? (
        <Field name="deptId" label="所属单位" hint="院系负责人导入的行默认属于本单位">
          <Select allowClear showSearch optionFilterProp="label" options={depts} />
        </Field>
      ) : null}
      {typed ? (
        <Field name="replace" label="替换" valuePropName="checked">
          <Checkbox>
            先删除所选单位已填写的行（未选单位时，设备处删除全部，院系负责人只删除本单位的）
          </Checkbox>
        </Field>
      ) : null}
    </FormPage>
  )
}
