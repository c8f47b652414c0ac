import type { ReactNode } from 'react'
import { Whole } from '../whole.tsx'
import './file-row.css'

interface Props {
  fileName: string
  title: string
  /** Small, below the title; empty ones are left out. */
  lines: readonly (string | null)[]
  /** The way to the file. */
  children: ReactNode
}

/** A file that can be taken along, as a line of `<ul className="file-rows">`. */
export const FileRow = ({ fileName, title, lines, children }: Props) => (
  <li>
    <i aria-hidden>{findKind(fileName)}</i>
    <div>
      <strong>{title}</strong>
      {lines.map(
        (line) =>
          line && (
            <small key={line}>
              <Whole>{line}</Whole>
            </small>
          ),
      )}
    </div>
    {children}
  </li>
)

/** 申请表.docx → DOCX */
const findKind = (fileName: string): string => /\.(\w{1,4})$/.exec(fileName)?.[1]?.toUpperCase() ?? '文件'
