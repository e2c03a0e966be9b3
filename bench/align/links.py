"""Word alignments: Pharaoh's format, symmetrisation, error rate."""


def parse(line):
    return {tuple(map(int, link.split("-"))) for link in line.split()}


def read_alignments(path):
    with open(path, encoding="utf-8") as file:
        return [parse(line) for line in file]


def grow_diag_final_and(forward, backward):
    """Symmetrises by grow-diag-final-and (Koehn et al. 2005): the final step links only words without a link."""
    links = forward & backward
    union = forward | backward
    sources, targets = {i for i, _ in links}, {j for _, j in links}
    steps = [(-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)]
    grown = True
    while grown:
        grown = False
        for i, j in sorted(links):
            for near in ((i + di, j + dj) for di, dj in steps):
                if near in union and near not in links and (near[0] not in sources or near[1] not in targets):
                    links.add(near)
                    sources.add(near[0])
                    targets.add(near[1])
                    grown = True
    for direction in (forward, backward):
        for i, j in sorted(direction):
            if i not in sources and j not in targets:
                links.add((i, j))
                sources.add(i)
                targets.add(j)
    return links


def error_rate(gold, found):
    """Returns the alignment error rate (Och and Ney 2003). All links of the gold standard count as sure."""
    common = sum(len(g & f) for g, f in zip(gold, found))
    return 1 - 2 * common / (sum(map(len, gold)) + sum(len(f) for f, _ in zip(found, gold)))
