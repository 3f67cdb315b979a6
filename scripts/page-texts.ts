/**
 * Finds the words of the page that stand in its code instead of in the catalogue (`web/texts`). Prose cannot be told
 * from code with certainty: a literal counts as text if a reader would take it for a sentence or a label.
 */
import { parseAst } from 'vite';

/** A node of the syntax tree (ESTree), with its place in the source. */
interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** A piece of text in the code. */
interface CodeText {
  node: Node;
  /** The node's parent. */
  parent: Node;
  text: string;
}

/** Attributes and properties whose value a person reads. */
const READ = new Set([
  ...['aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription', 'title', 'alt', 'placeholder'],
  ...['label', 'description', 'heading', 'text', 'words', 'caption', 'hint', 'help', 'message', 'note', 'empty'],
]);
/** Attributes and calls whose strings are never read by a person. */
const CODE_ATTRIBUTES = new Set(['className', 'class', 'id', 'href', 'd', 'viewBox', 'points', 'transform', 'style']);
const CODE_CALLS = new Set(['cn', 'cva', 't', 'loadTexts', 'withTexts', 'querySelector', 'matchMedia', 'clsx']);

/** Names of keys (`KeyboardEvent.key`) and exceptions, which look like labels. */
const NAMES = new Set('Error Enter Escape Tab Home End Space Backspace Delete Shift Control'.split(' '));

/** A capital before further words, words before a mark that ends them, an apostrophe within a word. */
const PROSE = [/^[\p{Lu}“‘'"].*\s\p{L}/u, /\p{L}\s+\p{L}.*[.?:…’”]$/u, /\p{L}’\p{L}/u];

/** A sentence or a label: begins like one or ends like one, and has more than one word, or is one capitalized word. */
function isProse(text: string): boolean {
  const words = text.trim();
  if (!/\p{L}{2}/u.test(words)) return false;
  if (/^\p{Lu}\p{Ll}{2,}(?:\.{1,3}|:)?$/u.test(words)) return !NAMES.has(words);
  return PROSE.some((pattern) => pattern.test(words));
}

/** Units, and words of protocols and code, which no language translates. */
const UNTRANSLATED = /\b(ms|min|s|h|B|kB|MB|Bearer|curl|const|await|session|event|interrupted|understudy)\b/gu;

/** A template that joins words and values with spaces, as a sentence does: `${count} found`, `Use ${name}`. */
function isPhrase(template: string): boolean {
  const text = template.replace(UNTRANSLATED, '');
  return /\{\} \p{L}{2,}(?![\p{L}\d_:=/-])|(?<![\p{L}\d_:=/.#-])\p{L}{2,} \{\}/u.test(text);
}

/** The literal words of a string, a template or a chain of `+`; null for other nodes. `{}` marks what is filled in. */
function literalText(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}');
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [node.left, node.right].map((side) => literalText(side as Node));
    return left === null && right === null ? null : `${left ?? '{}'}${right ?? '{}'}`;
  }
  return null;
}

/** The name by which a call's function is known. */
function calledName(node: Node): string {
  const callee = node.callee as Node;
  return String((callee.type === 'MemberExpression' ? (callee.property as Node).name : callee.name) ?? '');
}

/** Whether nothing below this node is read by a person. */
function isCode(node: Node, parent: Node): boolean {
  if (
    node.type.startsWith('TS') &&
    !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(node.type)
  )
    return true;
  if (/^(Import|ExportAll)/.test(node.type)) return true;
  if (node.type === 'JSXAttribute') return CODE_ATTRIBUTES.has(String((node.name as Node).name));
  if (node.type === 'NewExpression') return /Error$/.test(calledName(node));
  if (node.type === 'CallExpression') return CODE_CALLS.has(calledName(node)) || calledName(node).startsWith('report');
  if (parent.type === 'Property' && parent.key === node) return true;
  return parent.type === 'BinaryExpression' && ['===', '!==', 'in'].includes(String(parent.operator));
}

/** Whether a child of this node is shown: `{isDone ? 'yes' : 'no'}` between tags, or as an attribute that is read. */
function isShownBelow(node: Node, parent: Node, key: string, isShown: boolean): boolean {
  if (node.type === 'JSXExpressionContainer')
    return parent.type === 'JSXAttribute' ? READ.has(String((parent.name as Node).name)) : true;
  if (node.type === 'ConditionalExpression') return isShown && key !== 'test';
  return node.type === 'LogicalExpression' && isShown && (key === 'right' || node.operator !== '&&');
}

/** All texts in the code of a file, in order. @param code TypeScript, with JSX in a file whose name ends in `.tsx` */
export function textsInCode(code: string, file: string): CodeText[] {
  const found: CodeText[] = [];
  const visit = (node: Node, parent: Node, isShown = false): void => {
    if (isCode(node, parent)) return;
    if (node.type === 'JSXText') {
      const text = String(node.value).replace(/\s+/g, ' ').trim();
      if (/\p{L}/u.test(text)) found.push({ node, parent, text });
      return;
    }
    const text = literalText(node);
    if (text !== null) {
      const name = parent.type === 'JSXAttribute' ? (parent.name as Node).name : parentKey(node, parent);
      const isRead = READ.has(String(name)) && /^\p{Lu}/u.test(text);
      const isLabel = isShown && /\p{L}{2}/u.test(text.replace('(Esc)', ''));
      if (isRead || isLabel || isProse(text) || (node.type === 'TemplateLiteral' && isPhrase(text))) {
        found.push({ node, parent, text });
        return;
      }
    }
    for (const [key, value] of Object.entries(node)) {
      if (key === 'parent') continue;
      for (const child of Array.isArray(value) ? value : [value])
        if (child && typeof child === 'object' && 'type' in child)
          visit(child as Node, node, isShownBelow(node, parent, key, isShown));
    }
  };
  const program = parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;
  visit(program, program);
  return found;
}

/** The key of the property that a node is the value of. */
function parentKey(node: Node, parent: Node): unknown {
  if (parent.type !== 'Property' || parent.value !== node) return null;
  const key = parent.key as Node;
  return key.name ?? key.value;
}
