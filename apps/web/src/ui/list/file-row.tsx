import type { ReactNode } from 'react'
import { Whole } from '../whole.tsx'
import './file-row.css'

interface Props {
  fileName: string
  title: string
  /** Small lines below the title; null or empty ones are omitted. */
  lines: readonly (string | null)[]
  /** The download link. */
  children: ReactNode
}

/** A file to download, as an item of `<ul className="file-rows">`. */
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
