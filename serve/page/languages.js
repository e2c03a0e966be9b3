// Languages by the models' labels: codes such as "en", any other text, or nothing.

const EXAMPLES = {
  en: 'A rich woman and the famous actress live in Munich.',
  de: 'Eine reiche Frau und die berühmte Schauspielerin wohnen in München.',
  fr: 'Une femme riche et la célèbre actrice habitent à Munich.',
  es: 'Una mujer rica y la famosa actriz viven en Múnich.',
};

export const exampleOf = (label) => (
  EXAMPLES[languageOfLabel(label).code?.split('-')[0]] ?? EXAMPLES.en
);

/**
 * Returns {name: "Brazilian Portuguese", code: "pt-BR"} for "pt-BR" and "pt_BR". A label that is
 * no code is the name, and has none; both are undefined without a label.
 */
export function languageOfLabel(label) {
  try {
    const [code] = Intl.getCanonicalLocales(label.replaceAll('_', '-'));
    const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
    const name = names.of(code);
    if (name) return { name, code };
  } catch {
    // the label is no code
  }
  return { name: label || undefined };
}

/** Returns a model of `models` for the opposite direction, or undefined. */
export function otherDirection(model, models) {
  const { source_language: source, target_language: target } = model;
  if (!source || !target) return undefined;
  return models.find((other) => (
    other.source_language === target && other.target_language === source
  ));
}
